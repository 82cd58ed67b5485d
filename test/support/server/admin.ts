/** A server with an admin token, and calls to its admin API. */
import { readFileSync } from 'node:fs';
import { documentedFetch } from '../openapi/documented-fetch.ts';
import { configFile, startServer, type TestServer, type TestServerOptions, takeConfig } from './server.ts';
import { SCREENS, TYPED_SCREEN } from './typed-screen.ts';

export const TOKEN = 'correct horse battery staple';

export { configFile, SCREENS, TYPED_SCREEN };

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Calls of the admin API with its token. Each answer is held to the OpenAPI document. */
export class Admin {
  readonly server: TestServer;
  readonly #token: string;

  constructor(server: TestServer, token: string = TOKEN) {
    this.server = server;
    this.#token = token;
  }

  get(route: string): Promise<AdminAnswer> {
    return this.call('GET', route);
  }

  post(route: string, body: unknown): Promise<AdminAnswer> {
    return this.call('POST', route, body);
  }

  patch(route: string, body: unknown): Promise<AdminAnswer> {
    return this.call('PATCH', route, body);
  }

  delete(route: string): Promise<AdminAnswer> {
    return this.call('DELETE', route);
  }

  async call(method: string, route: string, body?: unknown): Promise<AdminAnswer> {
    const {
      status,
      headers,
      body: bytes,
    } = await documentedFetch(`${this.server.url}/api/admin${route}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = new TextDecoder().decode(bytes);
    const isJson = text !== '' && headers.get('content-type') === 'application/json';
    return { status, headers, body: isJson ? JSON.parse(text) : text };
  }

  /** See `takeConfig`. */
  takeConfig(text: string): Promise<void> {
    return takeConfig(this.server, text);
  }

  /** Text of the config file as it is now. */
  configText(): string {
    return readFileSync(configFile(this.server), 'utf8');
  }
}

/** Start a server with the token in its environment. */
export async function startAdmin(options: TestServerOptions = {}): Promise<Admin> {
  const env = { SERVICE_ADMIN_TOKEN: TOKEN, ...options.env };
  return new Admin(await startServer({ screens: SCREENS, ...options, env }));
}
