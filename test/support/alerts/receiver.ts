/** A real HTTP server that takes the calls of a webhook, and checks their signatures as a receiver does. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { listen } from '../network/listen.ts';

export const WEBHOOK_SECRET = 'a secret of the webhook';

export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  readonly bytes: number;
  /** Whether it is signed with the secret. */
  readonly isSigned: boolean;
}

export interface Receiver {
  readonly url: string;
  /** In the order in which they came. */
  readonly calls: ReceivedCall[];
  /** How the next calls are answered. */
  answer: (request: IncomingMessage, response: ServerResponse, index: number) => void;
}

/** Start a receiver, which takes all calls until its `answer` is another one. It ends with the test. */
export async function startReceiver(t: TestContext): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      calls.push(received(request.headers, Buffer.concat(chunks)));
      receiver.answer(request, response, calls.length - 1);
    });
  });
  t.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${await listen(server)}/hook/with-a-key`,
    calls,
    answer: (_request, response) => response.writeHead(204).end(),
  };
  return receiver;
}

function received(headers: IncomingHttpHeaders, bytes: Buffer): ReceivedCall {
  const signed = createHmac('sha256', WEBHOOK_SECRET)
    .update(`${headers['x-stipple-timestamp']}.`)
    .update(bytes)
    .digest('hex');
  return {
    headers,
    body: JSON.parse(bytes.toString()),
    bytes: bytes.length,
    isSigned: headers['x-stipple-signature-256'] === `sha256=${signed}`,
  };
}
