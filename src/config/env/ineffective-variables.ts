/** Finds variables that somebody takes for settings of this server. */
import { nearest } from '../../platform/base/nearest.ts';
import { ENV_VARIABLES, type Environment, ownEnvironmentVariables } from './env.ts';

/** Shorter names are too common in environments to be taken for a misspelt setting. */
const MISSPELT_LENGTH_MIN = 8;

/**
 * Name the variables that look like settings of this server but are not, one sentence each: `PORT`, which many hosts
 * set, and misspelt names. A variable is not named when the setting it resembles is set too. Values are not shown.
 */
export function ineffectiveVariables(env: Environment = ownEnvironmentVariables()): readonly string[] {
  const isUnset = (name: string): boolean => (env[name]?.trim() ?? '') === '';
  return Object.keys(env).flatMap((name) => {
    const meant = isUnset(name) ? null : meantVariable(name);
    if (meant === null || !isUnset(meant)) return [];
    if (name === 'PORT')
      return ['PORT has no effect; set BIND_ADDR to host:port, such as BIND_ADDR=0.0.0.0:$PORT'];
    return [`${name} has no effect; did you mean ${meant}?`];
  });
}

/** The setting that a variable probably stands for; null for a setting, and for a name that resembles none. */
function meantVariable(name: string): string | null {
  const names: readonly string[] = ENV_VARIABLES;
  if (names.includes(name)) return null;
  if (name === 'PORT') return 'BIND_ADDR';
  const unprefixed = name.replace(/^STIPPLE_/, '');
  if (names.includes(unprefixed)) return unprefixed;
  return /^[A-Z][A-Z\d_]*$/.test(name) && name.length >= MISSPELT_LENGTH_MIN ? nearest(name, names) : null;
}
