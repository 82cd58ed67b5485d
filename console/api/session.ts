/** The session: who uses the console. */
import { signal } from '@preact/signals';
import { fetchAnswer } from './call.ts';
import { CONSOLE_PATH } from './place.ts';

export interface SignedIn {
  readonly signed_in: true;
  readonly name: string;
  readonly role: 'viewer' | 'author' | 'admin';
  /** RFC 3339; null for a session that does not end. */
  readonly expires: string | null;
  /** `local`: the studio of `stipple dev`. */
  readonly mode: 'server' | 'local';
  readonly version: string;
  /** The address at which devices reach the server. */
  readonly device_url: string;
}

export type Session = SignedIn | { readonly signed_in: false; readonly mode: 'server' | 'local' };

/** Null until the server was asked. */
export const session = signal<Session | null>(null);

const URL = `${CONSOLE_PATH}/session`;

/** Ask who is signed in. @throws {CallError} */
export async function loadSession(): Promise<void> {
  const response = await fetchAnswer(URL);
  session.value = (await response.json()) as Session;
}

/** Show a token, once, for a session. @throws {CallError} 401 for a wrong one, 429 after too many of them */
export async function signIn(token: string): Promise<void> {
  const response = await fetchAnswer(URL, { method: 'POST', body: { token } });
  session.value = (await response.json()) as Session;
}

/** End the session. */
export async function signOut(): Promise<void> {
  await fetchAnswer(URL, { method: 'DELETE' });
  session.value = { signed_in: false, mode: 'server' };
}

const ROLES = ['viewer', 'author', 'admin'] as const;

/** Whether who is signed in may do what needs a role. */
export function mayDo(role: (typeof ROLES)[number]): boolean {
  const { value } = session;
  return value?.signed_in === true && ROLES.indexOf(value.role) >= ROLES.indexOf(role);
}
