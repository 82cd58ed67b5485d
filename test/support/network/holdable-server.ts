/** An upstream that answers at once, or holds its answers back until it is told to send them. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface HoldableServer {
  readonly url: string;
  hold(): void;
  release(): void;
  close(): void;
}

export async function holdableServer(): Promise<HoldableServer> {
  const waiting = new Set<ServerResponse>();
  let released = true;
  const server = createServer((_request, response) => {
    if (released) response.end('done');
    else waiting.add(response);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    hold: () => {
      released = false;
    },
    release: () => {
      released = true;
      for (const response of waiting) response.end('done');
    },
    close: () => server.close(),
  };
}
