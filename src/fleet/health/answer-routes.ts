/** Which kind of call a path is: one of a few names, whatever paths strangers ask for. */

const ROUTES = [
  // A mirror calls these: they are no poll.
  ['/api/display/current', 'other'],
  ['/api/display', 'display'],
  ['/api/image/', 'image'],
  ['/api/setup', 'setup'],
  ['/api/log', 'log'],
  ['/frame/', 'frame'],
  // Lasts as long as its reader stays.
  ['/api/admin/stream', 'stream'],
  ['/api/admin', 'admin'],
  ['/health', 'probe'],
  ['/ready', 'probe'],
] as const;

export type AnswerRoute = (typeof ROUTES)[number][1] | 'other';

export function routeOf(path: string): AnswerRoute {
  return ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
}
