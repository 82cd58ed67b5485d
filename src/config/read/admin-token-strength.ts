/** Whether the admin token of a config is long enough not to be guessed. */
import { ACCESS_LIMITS } from '../env/access-limits.ts';
import type { ConfigWarning, KeyedWarning } from './findings.ts';
import type { ConfigSecrets, ParsedConfig } from './parse.ts';
import { positionOfSetting } from './positions.ts';

/** What is wrong with `admin.token`; null for one that is long enough, and for none. */
export function weakTokenOf({ adminToken }: Pick<ConfigSecrets, 'adminToken'>): KeyedWarning | null {
  const { adminTokenCharacters: least } = ACCESS_LIMITS;
  if (adminToken === null || adminToken.length >= least) return null;
  return {
    keys: ['admin', 'token'],
    message: `admin.token: expected at least ${least} characters, got ${adminToken.length}, so that it may be guessed; make one with: openssl rand -base64 32`,
  };
}

/** The same, at its place. */
export function weakAdminToken(parsed: ParsedConfig): ConfigWarning | null {
  const weak = weakTokenOf(parsed.secrets);
  return weak === null ? null : { ...positionOfSetting(parsed, ...weak.keys), message: weak.message };
}
