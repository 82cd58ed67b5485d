/**
 * The environment and configuration of git: without the settings of the machine, and without anything that runs
 * programs.
 */
import type { RepoUrl } from '../../domain/repo-url.ts';
import type { GitRoute } from './git-route.ts';

/** The source of a fetch. */
interface GitSource {
  readonly url: RepoUrl;
  readonly token: string | null;
  readonly route: GitRoute;
}

/** Name of the one remote. */
export const REMOTE = 'origin';

/** The ref of the fetched commit. */
export const FETCHED_REF = 'refs/stipple/fetched';

/** User name for a token without one: most servers accept any, GitHub asks for this one. */
const TOKEN_USER = 'x-access-token';

/** Never asks, trusts no unknown host, and opens only the one connection. */
const SSH =
  'ssh -oBatchMode=yes -oConnectTimeout=15 -oServerAliveInterval=10 -oForwardAgent=no -oClearAllForwardings=yes ' +
  '-oPermitLocalCommand=no -oControlMaster=no -oControlPath=none';

/**
 * Answers git's question for a login from the environment, so that the token is in no argument, URL or file. Git asks
 * only for the configured origin, so a redirect does not get the token.
 */
const CREDENTIAL_HELPER =
  '!f() { test "$1" = get && printf \'username=%s\\npassword=%s\\n\' "$STIPPLE_GIT_USER" "$STIPPLE_GIT_TOKEN"; }; f';

const FIXED_CONFIG: readonly (readonly [string, string])[] = [
  // No setting may run a program.
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  // Fetched objects stay in one pack, whose size the kernel limits.
  ['fetch.unpackLimit', '1'],
  ['transfer.unpackLimit', '1'],
  ['fetch.writeCommitGraph', 'false'],
  ['core.bigFileThreshold', '4m'],
  ['pack.threads', '1'],
  // A very slow server is treated as failed.
  ['http.lowSpeedLimit', '500'],
  ['http.lowSpeedTime', '30'],
  // A server may redirect the first request, but not the requests for single objects (`http-alternates`).
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
    // A server that leaves out too much could make git fetch within the fetch, without end.
    GIT_NO_LAZY_FETCH: '1',
    // An empty list allows nothing: commands that read the fetched objects need no network.
    GIT_ALLOW_PROTOCOL: source === null ? 'none' : allowedProtocols(source.url),
    GIT_SSH_COMMAND: source === null ? SSH : `${SSH} ${source.route.sshOptions}`.trimEnd(),
    GIT_SSH_VARIANT: 'ssh',
    ...credentials(source),
    ...asVariables(config),
  };
}

/** Texts that must not appear anywhere: the token, and its encoded forms. */
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

/** A token may have a user name: `user:token`. */
function splitToken(token: string): { readonly user: string; readonly password: string } {
  const colon = token.indexOf(':');
  if (colon <= 0) return { user: TOKEN_USER, password: token };
  return { user: token.slice(0, colon), password: token.slice(colon + 1) };
}

/** A server may redirect from http to https, not back. */
function allowedProtocols({ protocol }: RepoUrl): string {
  return protocol === 'http' ? 'http:https' : protocol;
}

/** Configuration as environment variables, which appear in no argument or file. */
function asVariables(config: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(config.length), ...Object.fromEntries(pairs) };
}
