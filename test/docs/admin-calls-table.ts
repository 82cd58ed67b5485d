/** The table of calls in docs/admin-api.md, made from the calls themselves. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AdminOperation } from '../../src/admin/admin-call.ts';
import { ADMIN_CALLS } from '../../src/admin/admin-calls.ts';
import { ROLES } from '../../src/domain/admin-token.ts';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';

export const ADMIN_PAGE = path.join(PACKAGE_ROOT, 'docs/admin-api.md');

const TABLE = /(?<=<!-- calls: npm run docs:calls -->\n)[\s\S]*?(?=<!-- end of calls -->\n)/;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The page with the table as it is to be. */
export function pageWithCalls(): string {
  return readFileSync(ADMIN_PAGE, 'utf8').replace(TABLE, table);
}

function table(): string {
  const calls: readonly AdminOperation[] = Object.entries(ADMIN_CALLS)
    // A repo may have the handle `update`: its own path answers as that of every other handle.
    .filter(([id]) => !id.endsWith('NamedUpdate'))
    .map(([, call]) => call);
  const rows = calls
    .toSorted(
      (one, other) =>
        ROLES.indexOf(one.role) - ROLES.indexOf(other.role) ||
        one.path.localeCompare(other.path, 'en') ||
        METHODS.indexOf(one.method) - METHODS.indexOf(other.method),
    )
    .map(
      ({ method, path: at, role, summary }) => `| \`${method} /api/admin${at}\` | ${role} | ${summary} |\n`,
    );
  return `| call | role | what it does |\n|---|---|---|\n${rows.join('')}`;
}
