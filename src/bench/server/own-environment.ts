/** The environment of a server of the bench's own: the operator's, without what could reach a server in use. */
import { changedEnvironment, type Environment } from '../../config/env/env.ts';

/** What differs from one run to the next. */
export interface RunVariables {
  readonly configFile: string;
  readonly adminToken: string;
  /** Hosts that scripts may ask. */
  readonly hosts: readonly string[];
  readonly others: Environment;
}

/** Not a host that exists (RFC 6761): a list with this one alone lets no request through. */
const NO_HOST = 'none.invalid';

/** Settings that are the same for every run. Secrets of the operator, and shared state, stay away. */
const OWN_VARIABLES: Environment = {
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  BIND_ADDR: undefined,
  PUBLIC_URL: undefined,
  TRUST_PROXY: undefined,
  METRICS_ADDR: undefined,
  STORE_URL: undefined,
  STORE_URL_FILE: undefined,
  SERVICE_URL_SECRET: undefined,
  SERVICE_URL_SECRET_FILE: undefined,
  SERVICE_ADMIN_TOKEN_FILE: undefined,
};

/** All variables of the server but its address. @param operator those of this process unless given */
export function ownEnvironment(run: RunVariables, operator: Environment | undefined): Environment {
  const { configFile, adminToken, hosts, others } = run;
  const changes = {
    ...OWN_VARIABLES,
    ...others,
    CONFIG_FILE: configFile,
    SERVICE_ADMIN_TOKEN: adminToken,
    SCREEN_HTTP_HOSTS: hosts.length === 0 ? NO_HOST : hosts.join(','),
  };
  return changedEnvironment(changes, operator);
}
