/** Tokens of the admin API by name, with what each may do. The config has their digests, never the tokens. */

/** What a caller may do; each may do all that the one before may. */
export const ROLES = ['viewer', 'author', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** An entry under `admin_tokens:`. */
export interface AdminToken {
  readonly name: string;
  readonly role: Role;
  /** SHA-256 of the token, 64 lower-case hex characters. */
  readonly digest: string;
  /** From this time on it is void, in ms since 1970; null for none. */
  readonly untilMs: number | null;
}

/** A caller of the admin API. */
export interface AdminCaller {
  /** The name of the token in the config; that of `admin.token` has a name with a space, which no other can have. */
  readonly name: string;
  readonly role: Role;
}

/** The caller that shows the one token that is no named one. */
export const ADMIN_TOKEN_CALLER: AdminCaller = { name: 'admin token', role: 'admin' };

/** The caller from the machine itself, where that needs no token. */
export const LOCAL_CALLER: AdminCaller = { name: 'local', role: 'admin' };

/** True when a role is enough for what needs another at least. */
export function mayAct(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}
