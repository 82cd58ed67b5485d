/** Adds to each call of the admin API which role it needs, from the table that the routes use. */
import { leastRole } from '../admin-roles.ts';
import type { PathItem } from './parts.ts';

const ADMIN = '/api/admin';

export function withRoles(paths: Readonly<Record<string, PathItem>>): Record<string, PathItem> {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      path.startsWith(`${ADMIN}/`) ? itemWithRoles(path.slice(ADMIN.length), item) : item,
    ]),
  );
}

function itemWithRoles(path: string, item: PathItem): PathItem {
  const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [
      method,
      withRole(operation, leastRole(method.toUpperCase(), route)),
    ]),
  );
}

function withRole(operation: object, role: string): object {
  const { description } = operation as { description?: string };
  const needed = `Needs the role \`${role}\`.`;
  return { ...operation, description: description === undefined ? needed : `${description} ${needed}` };
}
