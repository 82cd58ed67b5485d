/** The environment and configuration that git runs with: nothing of the machine's, and nothing that runs programs. */
import type { RepoUrl } from '../domain/repo-url.ts';
import type { GitRoute } from './git-route.ts';

/** What a fetch is about. */
export interface GitSource {
  readonly url: RepoUrl;
  readonly token: string | null;
  readonly route: GitRoute;
}

/** Name of the one remote. */
export const REMOTE = 'origin';

/** Where the fetched commit is kept. */
export const FETCHED_REF = 'refs/stipple/fetched';

/** User name beside a token that has none of its own: any will do for most servers, GitHub asks for this one. */
const TOKEN_USER = 'x-access-token';

/** Never asks, never trusts a host it does not know, opens nothing but the one connection. */
const SSH =
  'ssh -oBatchMode=yes -oConnectTimeout=15 -oServerAliveInterval=10 -oForwardAgent=no -oClearAllForwardings=yes ' +
  '-oPermitLocalCommand=no -oControlMaster=no -oControlPath=none';

/**
 * Answers git's question for a login from the environment: the token is in no argument, URL or file. Git asks only
 * for the origin that the setting names, so a redirect cannot carry the token away.
 */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf \'username=%s\\npassword=%s\\n\' "$STIPPLE_GIT_USER" "$STIPPLE_GIT_TOKEN"; }; f';

const FIXED_CONFIG: readonly (readonly [string, string])[] = [
  // Nothing that runs a program.
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  // What comes stays one pack, whose size the kernel limits.
  ['fetch.unpackLimit', '1'],
  ['transfer.unpackLimit', '1'],
  ['fetch.writeCommitGraph', 'false'],
  ['core.bigFileThreshold', '4m'],
  ['pack.threads', '1'],
  // A server that trickles is as good as gone.
  ['http.lowSpeedLimit', '500'],
  ['http.lowSpeedTime', '30'],
  // A server may send on where it is asked first, not to the places of single objects (`http-alternates`).
  ['http.followRedirects', 'initial'],
  ['fetch.uriProtocols', ''],
  ['transfer.bundleURI', 'false'],
];

/**
 * The environment of a git process.
 * @param variables what of the server's own environment git may see where no route says so
 * @param folder    a private folder: stands for the home, and holds the repository as `git`
 */
export function gitEnvironment(
  variables: Readonly<Record<string, string>>,
  folder: string,
  source: GitSource | null,
): Readonly<Record<string, string>> {
  const config = source === null ? FIXED_CONFIG : [...FIXED_CONFIG, ...sourceConfig(source)];
  return {
    ...(source?.route.variables ?? variables),
    LC_ALL: 'C',
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    TMPDIR: folder,
    GIT_DIR: `${folder}/git`,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    // A server that leaves out too much could make git fetch within the fetch, and so on without end.
    GIT_NO_LAZY_FETCH: '1',
    // An empty list allows nothing: reading what was fetched goes nowhere.
    GIT_ALLOW_PROTOCOL: source === null ? 'none' : allowedProtocols(source.url),
    GIT_SSH_COMMAND: source === null ? SSH : `${SSH} ${source.route.sshOptions}`.trimEnd(),
    GIT_SSH_VARIANT: 'ssh',
    ...credentials(source),
    ...asVariables(config),
  };
}

/** Texts that must appear nowhere: the token, and the forms in which it goes over the wire. */
export function secretsOf(token: string | null): readonly string[] {
  if (token === null) return [];
  const { user, password } = splitToken(token);
  return [
    token,
    password,
    Buffer.from(`${user}:${password}`).toString('base64'),
    encodeURIComponent(password),
  ];
}

function sourceConfig({ url, token, route }: GitSource): (readonly [string, string])[] {
  const ways: (readonly [string, string])[] = [[`remote.${REMOTE}.url`, route.url], ...route.config];
  if (token === null || url.origin === null) return ways;
  return [...ways, [`credential.${url.origin}.helper`, CREDENTIAL_HELPER]];
}

function credentials(source: GitSource | null): Record<string, string> {
  if (source === null || source.token === null || source.url.origin === null) return {};
  const { user, password } = splitToken(source.token);
  return { STIPPLE_GIT_USER: user, STIPPLE_GIT_TOKEN: password };
}

/** A token may bring its user name: `user:token`. */
function splitToken(token: string): { readonly user: string; readonly password: string } {
  const colon = token.indexOf(':');
  if (colon <= 0) return { user: TOKEN_USER, password: token };
  return { user: token.slice(0, colon), password: token.slice(colon + 1) };
}

/** A server may send on from http to https, not back. */
function allowedProtocols({ protocol }: RepoUrl): string {
  return protocol === 'http' ? 'http:https' : protocol;
}

/** Configuration as environment variables, which leave no trace in arguments or files. */
function asVariables(config: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(config.length), ...Object.fromEntries(pairs) };
}
