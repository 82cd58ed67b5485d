/** Calls on connections that are kept, as many at a time as a test wants. */
import { Agent, type IncomingHttpHeaders, request as sendRequest } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export class KeptCalls {
  readonly #agent: Agent;

  /** @param connections  calls at a time; the others wait */
  constructor(connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Send a request and read its whole answer. Rejects where the connection ends before. */
  call(url: string, { method = 'GET', headers = {}, body }: CallOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = sendRequest(url, { agent: this.#agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, body: Buffer.concat(chunks) });
        });
      });
      request.once('error', reject);
      request.end(body);
    });
  }

  /** Close all connections. */
  end(): void {
    this.#agent.destroy();
  }
}
