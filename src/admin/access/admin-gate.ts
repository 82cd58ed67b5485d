/** Tells whose token it is that a call of the admin API shows. */
import { timingSafeEqual } from 'node:crypto';
import { ADMIN_TOKEN_CALLER, type AdminCaller, type AdminToken } from '../../domain/admin-token.ts';
import { secretsEqual, sha256 } from '../../platform/base/hash.ts';

export interface AdminGate {
  /** False while there is no token at all: then there is no admin API. */
  isThere(): boolean;
  /** Finds the holder of a token, from its bytes; null for one that nobody has, or that is void. */
  find(token: Uint8Array): AdminCaller | null;
}

export interface GateKeys {
  /** The admin token, which an edit of the config may change; null while there is none. */
  adminToken(): string | null;
  /** The named tokens, as the config has them at this moment. */
  named(): readonly AdminToken[];
  nowMs(): number;
}

/** @param isOpen  the machine itself needs no token: then there is an admin API without one */
export function adminGate({ adminToken, named, nowMs }: GateKeys, isOpen = false): AdminGate {
  return {
    isThere: () => isOpen || adminToken() !== null || named().length > 0,
    find: (token) => {
      const expected = adminToken();
      const isAdminToken = expected !== null && secretsEqual(token, expected);
      const holder = findHolder(named(), sha256(token), nowMs());
      return isAdminToken ? ADMIN_TOKEN_CALLER : holder;
    },
  };
}

/** Compares with all digests, and each as a whole, so that the time tells nothing. */
function findHolder(tokens: readonly AdminToken[], digest: Buffer, nowMs: number): AdminCaller | null {
  let found: AdminCaller | null = null;
  for (const { name, role, digest: known, untilMs } of tokens) {
    const isIt = timingSafeEqual(Buffer.from(known, 'hex'), digest);
    if (isIt && (untilMs === null || nowMs < untilMs)) found ??= { name, role };
  }
  return found;
}
