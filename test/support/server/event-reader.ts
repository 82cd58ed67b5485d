/** Reads a stream of events as a browser does. */
import { until } from '../waiting.ts';
import { TOKEN } from './admin.ts';

export interface ReadEvent {
  readonly id: string;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
  readonly data: any;
}

export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly ReadEvent[];
  /** All that has come, with its comments. */
  readonly text: () => string;
  /** True when the server has ended the stream. */
  readonly hasEnded: () => boolean;
  /** The first event that fits, now or later. */
  find(name: string, fits?: (data: ReadEvent['data']) => boolean): Promise<ReadEvent>;
  leave(): void;
}

export interface ReadOptions {
  /** With its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Open a stream of a server. Leave it in the end. */
export async function readEvents(
  server: { readonly url: string },
  { query = '', headers = {} }: ReadOptions = {},
): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/api/admin/stream${query}`, {
    headers: { Authorization: `Bearer ${TOKEN}`, ...headers },
    signal: leaving.signal,
  });
  const events: ReadEvent[] = [];
  let text = '';
  let hasEnded = false;
  const read = async (): Promise<void> => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      const piece = decoder.decode(bytes, { stream: true });
      text += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.flatMap((block) => parsed(block) ?? []));
    }
  };
  read()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: response.status,
    headers: response.headers,
    events,
    text: () => text,
    hasEnded: () => hasEnded,
    find: (name, fits = () => true) =>
      until(() => events.find((event) => event.name === name && fits(event.data)), `an event ${name}`),
    leave: () => leaving.abort(),
  };
}

function parsed(block: string): ReadEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  const name = fields.get('event');
  return name === undefined
    ? null
    : { id: fields.get('id') ?? '', name, data: JSON.parse(fields.get('data') ?? 'null') };
}
