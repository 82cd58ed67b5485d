/** Finds settings of a config that have no effect, because another setting takes precedence. */
import type { EnvSettings, Secrets } from '../../config/env/env.ts';
import type { KeyedWarning } from '../../config/read/findings.ts';
import type { LoadedConfig } from '../../config/texts/loaded-config.ts';

/** What the environment of the server settles. */
export interface Precedence {
  /** `SERVICE_ADMIN_TOKEN` is set. */
  readonly adminToken: boolean;
  /** `SCREEN_REPOS_ALLOW_PRIVATE` is false. */
  readonly noPrivateRepos: boolean;
}

/** What the environment settles, read. */
export function precedenceOf(
  { screenReposAllowPrivate }: Pick<EnvSettings, 'screenReposAllowPrivate'>,
  { adminToken }: Pick<Secrets, 'adminToken'>,
): Precedence {
  return { adminToken: adminToken !== null, noPrivateRepos: !screenReposAllowPrivate };
}

/** The settings without effect. */
export function idleSettings(
  { snapshot, secrets }: Pick<LoadedConfig, 'snapshot' | 'secrets'>,
  { adminToken, noPrivateRepos }: Precedence,
): readonly KeyedWarning[] {
  const warnings: KeyedWarning[] = [];
  const warn = (keys: readonly string[], why: string): void => {
    warnings.push({ keys, message: `${keys.join('.')}: no effect ${why}` });
  };
  if (adminToken && secrets.adminToken !== null) warn(['admin', 'token'], 'while SERVICE_ADMIN_TOKEN is set');
  if (snapshot.minSignatureVersion > 1 && snapshot.authMode !== 'ed25519') {
    warn(['min_signature_version'], 'unless auth_mode is ed25519');
  }
  for (const { handle, allowPrivateNetwork } of snapshot.screenRepos.values()) {
    if (noPrivateRepos && allowPrivateNetwork) {
      warn(['screen_repos', handle, 'allow_private_network'], 'while SCREEN_REPOS_ALLOW_PRIVATE is false');
    }
  }
  return warnings;
}
