/** Named tokens of the admin API, and calls with them. */
import { sha256Hex } from '../../../src/base/hash.ts';
import type { Role } from '../../../src/domain/admin-token.ts';
import { Admin, type AdminAnswer } from './admin.ts';
import type { TestServer } from './server.ts';

/** The token of a name. */
export function namedToken(name: string): string {
  return `the token of ${name}`;
}

/** A section `admin_tokens` with a token for each name. */
export function adminTokens(roles: Readonly<Record<string, Role>>, more = ''): string {
  const lines = Object.entries(roles).map(
    ([name, role]) =>
      `  ${name}: { role: ${role}, sha256: "sha256:${sha256Hex(namedToken(name))}"${more} }\n`,
  );
  return `admin_tokens:\n${lines.join('')}`;
}

/** Calls a server with a named token. */
export class Named extends Admin {
  readonly #token: string;

  constructor(server: TestServer, name: string) {
    super(server);
    this.#token = namedToken(name);
  }

  override async call(method: string, route: string, body?: unknown): Promise<AdminAnswer> {
    const answer = await fetch(`${this.server.url}/api/admin${route}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = text !== '' && answer.headers.get('content-type') === 'application/json';
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }
}
