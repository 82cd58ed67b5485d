/** One call of the simulated device: what was sent, what came back, and how long it took. */
import type { Header } from './profile.ts';

export type ExchangeKind = 'setup' | 'display' | 'image' | 'log';

export interface Exchange {
  readonly id: number;
  readonly kind: ExchangeKind;
  readonly atMs: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly sent: readonly Header[];
  /** What the device would send beside this, and a browser does not. */
  readonly unsent: readonly Header[];
  readonly sentBody: string | null;
  /** 0 where no answer came. */
  readonly status: number;
  readonly headers: readonly Header[];
  /** Its beginning; null for a picture. */
  readonly body: string | null;
  readonly bytes: number;
  readonly ms: number;
  /** What the device makes of it, and what is otherwise here than on a device. */
  readonly says: readonly string[];
}

export interface ExchangeRequest {
  readonly kind: ExchangeKind;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: readonly Header[];
  readonly unsent: readonly Header[];
  readonly body?: string;
}

export interface Received {
  readonly exchange: Exchange;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const SHOWN_CHARACTERS = 20_000;
let last = 0;

/** Make a call as the device would, without the session of the console. */
export async function exchange(wanted: ExchangeRequest): Promise<Received> {
  const { kind, method, url, headers, unsent, body } = wanted;
  last += 1;
  const sent = {
    id: last,
    kind,
    atMs: Date.now(),
    method,
    url,
    sent: headers,
    unsent,
    sentBody: body ?? null,
  };
  const begunMs = performance.now();
  try {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get('Content-Type') ?? '';
    const answer = {
      status: response.status,
      headers: [...response.headers],
      bytes: bytes.length,
      body: type.startsWith('image/') ? null : shownText(bytes),
      ms: performance.now() - begunMs,
    };
    return { exchange: { ...sent, ...answer, says: [] }, bytes, type };
  } catch (cause) {
    // The browser says no more than that; what cannot stand in a header, it refuses to send.
    const says = [`No answer: ${cause instanceof Error ? cause.message : String(cause)}`];
    const answer = { status: 0, headers: [], bytes: 0, body: '', ms: performance.now() - begunMs, says };
    return { exchange: { ...sent, ...answer }, bytes: new Uint8Array(), type: '' };
  }
}

function shownText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}

/** A body as people read it: JSON with its lines. */
export function prettyBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
