/** Reads STORE_URL. */
import { err, ok, type Result } from '../platform/base/result.ts';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  readonly kind: 'redis';
  readonly isTls: boolean;
  /** The server, or the sentinels that know it. */
  readonly hosts: readonly HostPort[];
  /** What the sentinels call the server; null without sentinels. */
  readonly sentinelName: string | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly database: number;
  /** In front of every key. */
  readonly prefix: string;
}

export type StateAddress =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly folder: string }
  | RedisAddress;

const FORMS =
  'file:<folder>, redis://[user:password@]host[:port][/database], rediss://… or redis+sentinel://host:port,…/name[/database]';
const REDIS = /^(redis|rediss|redis\+sentinel):\/\/(?:([^@/]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST = /^(\[[0-9a-fA-F:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/;
const PORTS = { redis: 6379, rediss: 6379, 'redis+sentinel': 26_379 } as const;
const DEFAULT_PREFIX = 'stipple:';
const MAX_PORT = 65_535;

/** Read an address. A failure is one sentence that names what was expected, never a password. */
export function readStateUrl(url: string): Result<StateAddress, string> {
  if (url === '') return ok({ kind: 'memory' });
  if (url.startsWith('file:')) return readFolder(url.slice('file:'.length));
  const match = REDIS.exec(url);
  if (match === null) return refuse(`expected ${FORMS}`);
  const [, scheme = '', user = '', hosts = '', rest = '', query = ''] = match;
  return readRedis(scheme as keyof typeof PORTS, user, hosts, rest, query);
}

function readFolder(text: string): Result<StateAddress, string> {
  const folder = text.replace(/^\/\/(?=\/)/, '');
  if (folder === '') return refuse('expected a folder after file:');
  if (folder.startsWith('//')) return refuse('expected a folder of this machine after file:, got a host');
  return ok({ kind: 'file', folder });
}

function readRedis(
  scheme: keyof typeof PORTS,
  user: string,
  hosts: string,
  rest: string,
  query: string,
): Result<StateAddress, string> {
  const isSentinel = scheme === 'redis+sentinel';
  const parts = rest === '' ? [] : rest.split('/');
  const name = isSentinel ? (parts.shift() ?? '') : null;
  if (name === '') return refuse('expected the name that the sentinels know after the hosts');
  const [database = '0', ...more] = parts;
  if (!/^\d{1,4}$/.test(database) || more.length > 0)
    return refuse('expected the number of a database after the host');
  const servers = hosts.split(',').map((host) => readHost(host, PORTS[scheme]));
  if (servers.some((server) => server === null)) return refuse('expected host or host:port after the user');
  if (!isSentinel && servers.length > 1)
    return refuse('expected one host; for several use redis+sentinel://');
  const credentials = readUser(user);
  if (credentials === null) return refuse('the user or the password is not percent-encoded');
  const options = new URLSearchParams(query);
  const unknown = [...options.keys()].find((key) => key !== 'prefix' && key !== 'tls');
  if (unknown !== undefined) return refuse('expected no parameter but prefix and tls');
  return ok({
    kind: 'redis',
    isTls: scheme === 'rediss' || options.get('tls') === 'true',
    hosts: servers.filter((server) => server !== null),
    sentinelName: name,
    ...credentials,
    database: Number(database),
    prefix: options.get('prefix') ?? DEFAULT_PREFIX,
  });
}

function readHost(text: string, defaultPort: number): HostPort | null {
  const [, name, digits] = HOST.exec(text) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (name === undefined || port < 1 || port > MAX_PORT) return null;
  return { host: name.replace(/^\[|\]$/g, ''), port };
}

function readUser(text: string): Pick<RedisAddress, 'username' | 'password'> | null {
  if (text === '') return { username: null, password: null };
  const colon = text.indexOf(':');
  const [user, password] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  try {
    return {
      username: decodeURIComponent(user) || null,
      password: decodeURIComponent(password) || null,
    };
  } catch {
    return null;
  }
}

/** How messages name an address: without user and password. */
export function stateLabel(address: StateAddress): string {
  if (address.kind === 'memory') return 'memory';
  if (address.kind === 'file') return `file:${address.folder}`;
  const hosts = address.hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  return address.sentinelName === null ? hosts : `${hosts}/${address.sentinelName}`;
}

function refuse(reason: string): Result<never, string> {
  return err(`STORE_URL: ${reason}`);
}
