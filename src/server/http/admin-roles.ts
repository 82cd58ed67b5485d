/**
 * Which role each call of the admin API needs at least: the one table. What is not in it: a GET needs a viewer, and
 * everything else an admin.
 */
import { mayAct, type Role } from '../../domain/admin-token.ts';

/** Calls that need another role than others of their method, by method and path below `/api/admin`. */
const OTHERS: Readonly<Record<string, Role>> = {
  // It has names and addresses of people.
  'GET /audit': 'admin',
  // The whole text, be it without its secrets.
  'GET /config/text': 'admin',
  'GET /config/history': 'admin',
  'GET /config/history/:revision': 'admin',
  // Pictures and data that are shown for a time: the work of authors. The config stays as it is.
  'PUT /devices/:key/picture': 'author',
  'DELETE /devices/:key/picture': 'author',
  'DELETE /data/:name': 'author',
  // Scripts, which may hold keys; and what authors write.
  'GET /files': 'author',
  'GET /files/:handle/:path': 'author',
  'PUT /files/:handle/:path': 'author',
  'DELETE /files/:handle/:path': 'author',
  'POST /files:copy': 'author',
  // To fetch what the pin of a repo means. `accept`, which breaks screens in use, needs an admin (`updateRepo`).
  // What no device shows yet.
  'POST /preview': 'author',
  'POST /check': 'author',
  // A screen for a while.
  'PUT /devices/:key/pin': 'author',
  'DELETE /devices/:key/pin': 'author',
  // It has all params and digests.
  'GET /devices/export': 'admin',
  'POST /screen-repos/update': 'author',
  'POST /screen-repos/:handle/update': 'author',
};

/** Calls with a body that change nothing, so that the audit trail need not have them. */
const WITHOUT_CHANGE: ReadonlySet<string> = new Set([
  'POST /preview',
  'POST /check',
  'POST /config/check',
  'POST /alerts/test',
]);

/**
 * The role that a call needs at least.
 * @param method  in upper case
 * @param path    below `/api/admin`, as routes are written: `/devices/:key`
 */
export function leastRole(method: string, path: string): Role {
  // A HEAD tells whether there is something, and how much.
  const own = OTHERS[`${method === 'HEAD' ? 'GET' : method} ${plain(path)}`];
  return own ?? (method === 'GET' || method === 'HEAD' ? 'viewer' : 'admin');
}

/** True for a call that changes something. */
export function isWrite(method: string, path: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && !WITHOUT_CHANGE.has(`${method} ${plain(path)}`);
}

/** A colon that begins no parameter is escaped in routes; a parameter of several segments begins with a star. */
function plain(path: string): string {
  return path.replaceAll('\\', '').replace('/*', '/:');
}

/** Why a role is not enough; null when it is. */
export function roleProblem(role: Role, least: Role): string | null {
  if (mayAct(role, least)) return null;
  const article = (name: Role): string => (name === 'viewer' ? 'a viewer' : `an ${name}`);
  return `This needs the role ${least}; this token is ${article(role)}.`;
}
