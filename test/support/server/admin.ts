/** A server with an admin token, and calls to its admin API. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PLAIN_SCREEN, startServer, type TestServer, type TestServerOptions } from './server.ts';

export const TOKEN = 'correct horse battery staple';

/** A screen with parameters of every kind. */
export const TYPED_SCREEN: Readonly<Record<string, string>> = {
  'typed.lua':
    'return { data = { title = tostring(params.city) .. (params.days or 0) }, refresh_rate = 120 }',
  'typed.svg': PLAIN_SCREEN['plain.svg'] ?? '',
  'typed.meta.yaml': `title: Typed
description: Takes everything.
service: "9.9"
params:
  city: { type: string, required: true, label: City }
  days: { type: int, min: 1, max: 7, default: 3 }
  factor: { type: float, min: 0 }
  loud: { type: bool }
  units: { type: enum, options: [metric, { value: us, label: American }] }
  ink: { type: color }
  feed: { type: url }
  key: { type: string, sensitive: true }
`,
};

export const SCREENS = { ...PLAIN_SCREEN, ...TYPED_SCREEN };

export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export class Admin {
  readonly server: TestServer;

  constructor(server: TestServer) {
    this.server = server;
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
    const response = await fetch(`${this.server.url}/api/admin${route}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await textOf(response);
    return {
      status: response.status,
      headers: response.headers,
      body:
        text !== '' && response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : text,
    };
  }

  /** Text of the config file as it is now. */
  configText(): string {
    return readFileSync(configFile(this.server), 'utf8');
  }
}

/** The body of an answer; of a stream of events, which has no end, what comes first. */
export async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(first?.value);
}

export function configFile(server: TestServer): string {
  return path.join(server.screensDir, '..', 'config.yaml');
}

/** Start a server with the token in its environment. */
export async function startAdmin(options: TestServerOptions = {}): Promise<Admin> {
  const env = { SERVICE_ADMIN_TOKEN: TOKEN, ...options.env };
  return new Admin(await startServer({ screens: SCREENS, ...options, env }));
}
