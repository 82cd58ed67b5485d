/** Adds to each call of the admin API which role it needs, from the table that the routes use. */
import { isPlainObject } from '../../base/plain.ts';
import { leastRole } from '../admin-roles.ts';
import { errors, type PathItem } from './parts.ts';

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

/** Every token may at least look, so what a viewer may call is refused to nobody for its role. */
function withRole(operation: object, role: string): object {
  const { description, responses } = operation as { description?: string; responses?: unknown };
  const needed = `Needs the role \`${role}\`.`;
  return {
    ...operation,
    description: description === undefined ? needed : `${description} ${needed}`,
    responses: {
      ...(isPlainObject(responses) ? responses : {}),
      ...(role === 'viewer' ? {} : errors('forbidden')),
    },
  };
}
