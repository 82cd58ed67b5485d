/**
 * Sessions of the web console: a token is shown once, and a text of ours stands for it from then on. Nothing is kept of
 * them: the text says who and until when, and an HMAC that it is ours. Its key is made of the token (of a named one, its
 * digest) and of the secret that servers share. Neither a copy of the config nor a token that is void is enough to make one.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ADMIN_TOKEN_CALLER, type AdminCaller } from '../../domain/admin-token.ts';
import { isDataName } from '../../domain/pushed-data.ts';
import { secretsEqual, sha256Hex } from '../../platform/base/hash.ts';
import type { GateKeys } from './admin-gate.ts';
import { CONSOLE_LIMITS } from './console-limits.ts';

const NONCE_BYTES = 12;

/** Stands for the holder of the admin token in the place of a name: no named token can be called so. */
const ADMIN_HOLDER = '*';

/** Expiry in seconds since 1970 in base 36, nonce, holder, HMAC. A name may have dots, the others have none. */
const FORM = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{16})\.([*A-Za-z0-9._-]{1,64})\.([A-Za-z0-9_-]{43})$/;

/** True for a text that has the form of a session. */
export function isSessionForm(value: string): boolean {
  return value.length <= CONSOLE_LIMITS.cookieCharacters && FORM.test(value);
}

export interface Session {
  readonly caller: AdminCaller;
  /** In ms since 1970; a renewed one ends later. */
  readonly expiresMs: number;
}

/** A session that begins: what the browser is to keep. */
export interface NewSession extends Session {
  readonly value: string;
}

export interface SessionKeys extends GateKeys {
  /** A key that all servers have which share the secret of addresses, and nobody else. */
  serverKey(): Uint8Array;
}

/** A token as it is now: who holds it, and what the key of its sessions is made of. */
interface Holding {
  readonly caller: AdminCaller;
  readonly secret: string;
  readonly untilMs: number | null;
}

export class Sessions {
  readonly #keys: SessionKeys;
  /** Signs nothing: a name that nobody has takes as long as another. */
  readonly #nobody = randomBytes(32).toString('hex');

  constructor(keys: SessionKeys) {
    this.#keys = keys;
  }

  /** Begin a session of a caller who has shown a token; null where the token is void by now. */
  begin({ name }: AdminCaller): NewSession | null {
    const holder = name === ADMIN_TOKEN_CALLER.name ? ADMIN_HOLDER : name;
    const holding = this.#holding(holder);
    if (holding === null) return null;
    const nowMs = this.#keys.nowMs();
    const endMs = Math.min(nowMs + CONSOLE_LIMITS.sessionMs, holding.untilMs ?? Number.POSITIVE_INFINITY);
    const seconds = Math.floor(endMs / 1000);
    const text = `${seconds.toString(36)}.${randomBytes(NONCE_BYTES).toString('base64url')}.${holder}`;
    const value = `${text}.${this.#sign(text, holding.secret)}`;
    return { value, caller: holding.caller, expiresMs: seconds * 1000 };
  }

  /** Finds the session, with the role of this moment; null for one that has ended, or that is none. */
  find(value: string): Session | null {
    if (value.length > CONSOLE_LIMITS.cookieCharacters) return null;
    const [, expiry = '', , holder = '', signature = ''] = FORM.exec(value) ?? [];
    if (signature === '') return null;
    const expiresMs = Number.parseInt(expiry, 36) * 1000;
    const leftMs = expiresMs - this.#keys.nowMs();
    // More than a whole one is left where the clock was set back.
    if (leftMs <= 0 || leftMs > CONSOLE_LIMITS.sessionMs) return null;
    const holding = this.#holding(holder);
    const text = value.slice(0, -signature.length - 1);
    const isOurs = secretsEqual(signature, this.#sign(text, holding?.secret ?? this.#nobody));
    if (!isOurs || holding === null) return null;
    return { caller: holding.caller, expiresMs };
  }

  /** A later one of the same caller, where the session is half over and a later one ends later. */
  renew({ caller, expiresMs }: Session): NewSession | null {
    if (expiresMs - this.#keys.nowMs() > CONSOLE_LIMITS.renewMs) return null;
    const renewed = this.begin(caller);
    return renewed !== null && renewed.expiresMs > expiresMs ? renewed : null;
  }

  #holding(holder: string): Holding | null {
    const { adminToken, named, nowMs } = this.#keys;
    if (holder === ADMIN_HOLDER) {
      const token = adminToken();
      if (token === null) return null;
      return { caller: ADMIN_TOKEN_CALLER, secret: `admin\n${sha256Hex(token)}`, untilMs: null };
    }
    const found = isDataName(holder) ? named().find(({ name }) => name === holder) : undefined;
    if (found === undefined || (found.untilMs !== null && nowMs() >= found.untilMs)) return null;
    const { name, role, digest, untilMs } = found;
    return { caller: { name, role }, secret: `named\n${name}\n${digest}`, untilMs };
  }

  #sign(text: string, secret: string): string {
    const key = hkdfSync('sha256', this.#keys.serverKey(), '', `stipple session\n${secret}`, 32);
    return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
  }
}
