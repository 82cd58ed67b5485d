/** The settings of the environment, for every command. Loads nothing else: some commands need no more. */
import {
  describeEnvProblem,
  type EnvSettings,
  readEnvironment,
  readSecrets,
  type Secrets,
} from '../config/env/env.ts';
import { EXIT, ExitError } from './exit.ts';

/**
 * Read the environment.
 * @throws {ExitError} naming every variable that cannot be used
 */
export function loadSettings(): EnvSettings {
  const settings = readEnvironment();
  if (settings.ok) return settings.value;
  throw new ExitError(EXIT.failed, settings.error.map(describeEnvProblem).join('\n'));
}

/**
 * Read the secrets of the environment, for the commands that use them.
 * @throws {ExitError} naming every variable that cannot be used
 */
export function loadSecrets(): Secrets {
  const secrets = readSecrets();
  if (secrets.ok) return secrets.value;
  throw new ExitError(EXIT.failed, secrets.error.map(describeEnvProblem).join('\n'));
}
