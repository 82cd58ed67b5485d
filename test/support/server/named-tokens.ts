/** Named tokens of the admin API, and calls with them. */

import type { Role } from '../../../src/domain/admin-token.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { Admin } from './admin.ts';
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
  constructor(server: TestServer, name: string) {
    super(server, namedToken(name));
  }
}
