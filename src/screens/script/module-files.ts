/** Which files `require` looks for. */

/** Libraries that are there without a file, as in Lua. */
export const STANDARD_MODULES: ReadonlySet<string> = new Set([
  '_G',
  'coroutine',
  'math',
  'os',
  'string',
  'table',
  'utf8',
]);

/** What is there instead of modules that scripts of other systems require. */
const INSTEAD: Readonly<Record<string, string>> = {
  json: 'json_encode and json_decode',
  cjson: 'json_encode and json_decode',
  dkjson: 'json_encode and json_decode',
  'socket.http': 'http_get and http_request',
  'ssl.https': 'http_get and http_request',
  http: 'http_get and http_request',
};

/**
 * The files that a name may mean, the first that exists counting: `lib/text` is `lib/text.lua` or `lib/text/init.lua`,
 * and in a name without slashes dots separate folders.
 */
export function moduleFiles(name: string): readonly string[] {
  const named = [`${name}.lua`, `${name}/init.lua`];
  if (!name.includes('.') || name.includes('/')) return named;
  const path = name.replaceAll('.', '/');
  return [`${path}.lua`, `${path}/init.lua`, ...named];
}

/** A hint for a name without a file; empty without one. */
export function hintForModule(name: string): string {
  const instead = Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined;
  return instead === undefined ? '' : ` (use ${instead}, which need no module)`;
}
