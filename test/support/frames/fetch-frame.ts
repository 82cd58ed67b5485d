/** Clients of frames in tests. */
import { tokenDigest } from '../../../src/fleet/calls/frame-access.ts';

/** A token, as long as those of `stipple token`. */
export function frameToken(name: string): string {
  return `${name}-`.padEnd(32, 'x');
}

/** `frame_tokens` of an entry in flow style: one token for each name. */
export function tokenMap(...names: readonly string[]): string {
  return `{ ${names.map((name) => `${name}: "${tokenDigest(frameToken(name))}"`).join(', ')} }`;
}

/** Fetch a picture with the token of a name; null sends none. */
export function fetchFrame(
  server: { readonly url: string },
  key: string,
  name: string | null,
  init: RequestInit = {},
): Promise<Response> {
  const query = name === null ? '' : `?token=${frameToken(name)}`;
  return fetch(`${server.url}/frame/${key}.png${query}`, init);
}
