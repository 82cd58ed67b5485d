/** Whether the admin token of a config is long enough not to be guessed. */
import { ACCESS_LIMITS } from '../base/access-limits.ts';
import type { ConfigWarning } from './findings.ts';
import type { ParsedConfig } from './parse.ts';
import { positionOfSetting } from './positions.ts';

/** What is wrong with `admin.token`, at its place; null for one that is long enough, and for none. */
export function weakAdminToken(parsed: ParsedConfig): ConfigWarning | null {
  const { adminToken } = parsed.secrets;
  const { adminTokenCharacters: least } = ACCESS_LIMITS;
  if (adminToken === null || adminToken.length >= least) return null;
  return {
    ...positionOfSetting(parsed, 'admin', 'token'),
    message: `admin.token: expected at least ${least} characters, got ${adminToken.length}, so that it may be guessed; make one with: openssl rand -base64 32`,
  };
}
