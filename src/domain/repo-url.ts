/** Addresses of git repositories: which are accepted, and what is given to git for them. */

import { err, ok, type Result } from '../platform/base/result.ts';
import { parseUrl } from '../platform/base/url.ts';

/** Transports that git may use. Everything else (`ext::`, `fd::`, paths) is refused. */
export type RepoProtocol = 'https' | 'http' | 'ssh' | 'git' | 'file';

/** An address that was checked. Only `parseRepoUrl` makes one. */
export interface RepoUrl {
  readonly protocol: RepoProtocol;
  /** What git is given. It begins with a scheme, `user@` or a host, so git cannot take it for an option. */
  readonly url: string;
  /** Scheme, host and port that a token may be sent to; null where tokens have no meaning. */
  readonly origin: string | null;
  /** The host that it leads to; null for files. */
  readonly host: RepoHost | null;
}

/** A host on the network. */
export interface RepoHost {
  /** Name or address; an IPv6 address without its brackets. */
  readonly name: string;
  /** Null where the address has no port. */
  readonly port: number | null;
}

/** Answers have a code of their own for `credentials`. Messages never show an address with credentials. */
export interface RepoUrlProblem {
  readonly kind: 'credentials' | 'malformed';
  readonly message: string;
}

type Parsed = Result<RepoUrl, RepoUrlProblem>;

const MAX_LENGTH = 1000;

const HOST = /^(?=.{1,253}$)(?!-)[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*\.?$/;
const IPV6 = /^\[[0-9A-Fa-f:.]{2,45}\]$/;
const USER = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

const EXPECTED =
  'expected an https, http, ssh, git or file URL, user@host:path, or host/owner/name for https';

/** Read the address of a repo as it stands in a config or a request. */
export function parseRepoUrl(text: string): Parsed {
  if (text.length > MAX_LENGTH) return malformed(`expected at most ${MAX_LENGTH} characters`);
  // Anything but printable ASCII must be percent-encoded in a URL, and would mislead readers of a log.
  if (!/^[\x21-\x7e]+$/.test(text)) return malformed(`${EXPECTED}, without spaces and control characters`);
  if (text.includes('\\') || text.startsWith('-')) return malformed(EXPECTED);
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) return parseWithScheme(scheme, text);
  if (text.includes('::')) return malformed(EXPECTED);
  return parseScpLike(text) ?? parseShorthand(text) ?? malformed(localHint(text));
}

function parseWithScheme(scheme: string, text: string): Parsed {
  const rest = text.slice(scheme.length + '://'.length);
  switch (scheme) {
    case 'https':
    case 'http':
      return parseWeb(scheme, text);
    case 'ssh':
    case 'git':
      return parseHosted(scheme, rest);
    case 'file':
      return parseFile(rest);
    default:
      return malformed(`${EXPECTED}, got one with the scheme ${JSON.stringify(scheme)}`);
  }
}

/** The address is given to git as the URL standard writes it, so that both understand the same host. */
function parseWeb(protocol: 'https' | 'http', text: string): Parsed {
  const url = parseUrl(text);
  if (url === null) return malformed(EXPECTED);
  // An empty user name leaves no trace in the parsed URL.
  if (url.username !== '' || url.password !== '' || /^[^/]*\/+[^/]*@/.test(text)) return credentials();
  if (/[?#]/.test(text)) return malformed('expected an address without "?" and "#"');
  if (url.pathname === '/') return malformed('expected the path of a repository behind the host');
  return ok({ protocol, url: url.href, origin: url.origin, host: hostOf(url.hostname, url.port) });
}

/** `[user@]host[:port]/path`; an ssh address may have a user name, but no address may have a password. */
function parseHosted(protocol: 'ssh' | 'git', rest: string): Parsed {
  const slash = rest.indexOf('/');
  const [user, address] = splitUser(slash < 0 ? rest : rest.slice(0, slash));
  if (user !== null && (protocol === 'git' || user.includes(':'))) return credentials();
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(address) ?? [];
  const path = slash < 0 ? '' : rest.slice(slash);
  const wellFormed = isHost(host) && (user === null || USER.test(user)) && path.length > 1;
  if (!wellFormed || Number(port ?? 0) > 65_535) return malformed(`${EXPECTED}: ${protocol}://host/path`);
  return ok({ protocol, url: `${protocol}://${rest}`, origin: null, host: hostOf(host, port) });
}

function parseFile(rest: string): Parsed {
  const path = rest.replace(/^localhost\//i, '/');
  if (!path.startsWith('/') || path === '/')
    return malformed('expected file:///path, absolute and without a host');
  return ok({ protocol: 'file', url: `file://${path}`, origin: null, host: null });
}

/** `[user@]host:path`; null when the text is not of this shape. */
function parseScpLike(text: string): Parsed | null {
  const match = /^([^/:]+):(?!\/\/)(.+)$/.exec(text);
  if (match === null) {
    // `user:password@host:path`
    return /^[^/:]*:[^/]*@/.test(text) ? credentials() : null;
  }
  const [, authority = '', path = ''] = match;
  // Also of a URL that lacks a slash: `https:/user:password@host/path`.
  if (beginsWithCredentials(path)) return credentials();
  const [user, host] = splitUser(authority);
  if (!isHost(host) || (user !== null && !USER.test(user)) || path.startsWith('-')) {
    return malformed(EXPECTED);
  }
  return ok({ protocol: 'ssh', url: text, origin: null, host: hostOf(host, undefined) });
}

function beginsWithCredentials(path: string): boolean {
  const first = path.split('/').find((segment) => segment !== '') ?? '';
  const before = first.slice(0, Math.max(0, first.lastIndexOf('@')));
  return path.startsWith('/') ? before.includes(':') : first.includes('@');
}

/** `host/owner/name`; null when the text is not of this shape. */
function parseShorthand(text: string): Parsed | null {
  const [host = '', ...segments] = text.split('/');
  if (host.includes('@')) return credentials();
  const complete = segments.length >= 2 && segments.every((segment) => segment !== '' && segment !== '..');
  if (!complete || !host.includes('.') || host.startsWith('.') || !isHost(host)) return null;
  return parseWeb('https', `https://${text}`);
}

/** `[user@]rest`, split in two. */
function splitUser(authority: string): readonly [user: string | null, rest: string] {
  const at = authority.lastIndexOf('@');
  return [at < 0 ? null : authority.slice(0, at), authority.slice(at + 1)];
}

function hostOf(name: string, port: string | undefined): RepoHost {
  return {
    name: name.replace(/^\[|\]$/g, ''),
    port: port === undefined || port === '' ? null : Number(port),
  };
}

function isHost(host: string): boolean {
  return HOST.test(host) || IPV6.test(host);
}

function localHint(text: string): string {
  const isPath = /^[./~]/.test(text);
  return isPath ? `${EXPECTED}; for a folder of this machine write file:///path` : EXPECTED;
}

function malformed(message: string): Parsed {
  return err({ kind: 'malformed', message });
}

function credentials(): Parsed {
  const message = 'expected an address without user name and password; give the token in `token`';
  return err({ kind: 'credentials', message });
}
