/** Where the console is served: below a path of its own, which a proxy may have put behind another one. */

/** The path of the console, such as `/console` or `/stipple/console`. */
export const CONSOLE_PATH = document.documentElement.dataset['base'] ?? '/console';

/** What stands before the paths of the server; empty unless a proxy serves it below a path. */
export const SERVER_PATH = CONSOLE_PATH.replace(/\/console$/, '');

/** The address of a call of the admin API. @param path below `/api/admin`, with its query */
export function adminUrl(path: string): string {
  return `${SERVER_PATH}/api/admin${path}`;
}
