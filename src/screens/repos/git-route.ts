/**
 * Decides how git connects to a repo, so that neither a changing name nor a redirect leads to an address that the guard
 * refuses.
 */
import { execFile } from 'node:child_process';
import { BlockList, isIP } from 'node:net';
import type { PrivateReach } from '../../domain/config-snapshot.ts';
import type { RepoHost, RepoUrl } from '../../domain/repo-url.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type ConnectPolicy, type LookupAll, literalRefusal, refusalOf } from '../fetch/guarded-connect.ts';
import { Gateway } from './gateway.ts';
import { notReached, type RepoFailure, repoFailed } from './repo-failure.ts';
import type { Target } from './socks.ts';

type Variables = Readonly<Record<string, string>>;

const NO_PROXY = ['no_proxy', 'NO_PROXY'] as const;
const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'] as const;

/** True when git would use the operator's proxy. `HTTP_PROXY` is ignored, because web servers can set it. */
function hasProxy({ protocol, host }: RepoUrl, variables: Variables): boolean {
  if (host === null || (protocol !== 'https' && protocol !== 'http')) return false;
  const names =
    protocol === 'https'
      ? ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
      : ['http_proxy', 'ALL_PROXY', 'all_proxy'];
  return names.some((name) => (variables[name] ?? '') !== '') && !isExempt(host, exemptions(variables));
}

/** The variables for a fetch through the proxy. No host is exempt, so that redirects use it, too. */
function onlyProxied(variables: Variables): Variables {
  return without(variables, NO_PROXY);
}

/** The variables for a fetch without a proxy. */
function unproxied(variables: Variables): Variables {
  return without(variables, [...NO_PROXY, ...PROXIES]);
}

function exemptions(variables: Variables): readonly string[] {
  const list =
    NO_PROXY.map((name) => variables[name]).find((value) => value !== undefined && value !== '') ?? '';
  return list.split(/[\s,]+/).filter((entry) => entry !== '');
}

/** Reads `NO_PROXY` as curl does: `*`, a host, or a domain with everything in it, with an optional port. */
function isExempt({ name, port }: RepoHost, list: readonly string[]): boolean {
  const host = name.toLowerCase().replace(/\.$/, '');
  return list.some((entry) => {
    if (entry === '*') return true;
    if (entry.includes('/')) return isInNetwork(host, entry);
    const [, domain = '', only] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    const wanted = (host.includes(':') ? entry.toLowerCase().replace(/^\[|\]$/g, '') : domain).replace(
      /^\./,
      '',
    );
    if (only !== undefined && !host.includes(':') && only !== String(port ?? '')) return false;
    return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
  });
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(host) === 0 || isIP(host) !== isIP(address) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}

function without(variables: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)));
}

/** A host after the operator's `ssh_config` was applied. */
interface SshHost {
  readonly name: string;
  readonly port: number;
  /** The name of its key in `known_hosts`. */
  readonly keyName: string;
  /** True when another program or host makes the connection (`ProxyCommand`, `ProxyJump`). */
  readonly isProxied: boolean;
}

const DEFAULT_PORT = 22;
const ASK_MS = 10_000;
const SAFE = /^[A-Za-z0-9._:[\]-]+$/;

/**
 * Ask ssh for the host that it would connect to (`ssh -G` opens no connection). Without an answer, the host as written.
 * @param user of the address, null when it names none: settings may depend on it
 */
export async function resolveSshHost(
  { name, port }: RepoHost,
  user: string | null,
  variables: Readonly<Record<string, string>>,
): Promise<SshHost> {
  const destination = user === null ? name : `${user}@${name}`;
  const options = port === null ? [] : ['-p', String(port)];
  const text = await new Promise<string>((resolve) => {
    execFile(
      'ssh',
      ['-G', '-oBatchMode=yes', ...options, '--', destination],
      { env: { ...variables }, timeout: ASK_MS, killSignal: 'SIGKILL', maxBuffer: 1_048_576 },
      (error, stdout) => resolve(error === null ? stdout : ''),
    );
  });
  const settings = new Map(text.split('\n').map((line) => splitLine(line)));
  const host = settings.get('hostname') ?? name;
  const realPort = Number(settings.get('port') ?? port ?? DEFAULT_PORT);
  const alias = settings.get('hostkeyalias');
  const isProxied = ['proxycommand', 'proxyjump'].some((key) => (settings.get(key) ?? 'none') !== 'none');
  return { name: host, port: realPort, keyName: alias ?? keyNameOf(host, realPort), isProxied };
}

/**
 * Options that make ssh connect to a port of ours, but verify the key of the real host.
 * @returns null when a name in them could mean something to a shell
 */
export function sshThrough(port: number, { keyName }: SshHost): string | null {
  if (!SAFE.test(keyName)) return null;
  return `-oHostName=127.0.0.1 -oPort=${port} '-oHostKeyAlias=${keyName}' -oCheckHostIP=no -oProxyCommand=none`;
}

/** The name of a host as ssh writes it into `known_hosts` (sshd(8)). */
function keyNameOf(host: string, port: number): string {
  return port === DEFAULT_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
}

function splitLine(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1).trim()];
}

/** How git has to connect. Close it when git has ended. */
export interface GitRoute {
  /** Address of the repo as git gets it. */
  readonly url: string;
  /** The variables of the server's own environment that git may see. */
  readonly variables: Variables;
  readonly config: readonly (readonly [string, string])[];
  /** More options for ssh, as a shell reads them. */
  readonly sshOptions: string;
  /** Why connections were refused, for the operator's log. */
  readonly problems: () => readonly string[];
  readonly close: () => void;
}

/** Which addresses a fetch may reach, and how names are looked up. */
interface RouteGuard {
  readonly privateReach: PrivateReach;
  readonly lookup: LookupAll;
}

const GIT_PORT = 9418;

/**
 * Open a route to a repo.
 * @returns a problem when its address is written out and not allowed; what names mean shows when git connects
 * @throws the error of the system when no port can be had
 */
export async function openRoute(
  url: RepoUrl,
  variables: Variables,
  guard: RouteGuard,
): Promise<Result<GitRoute, RepoFailure>> {
  const { host } = url;
  if (host === null) return ok(direct(url, variables));
  const refused = literalRefusal(host.name, ownReach(guard));
  if (refused !== null) return err(repoFailed(refused.message));
  if (url.protocol === 'ssh') return routeSsh(url, host, variables, guard);
  if (url.protocol === 'git') return ok(await routeGit(url, host, variables, guard));
  return hasProxy(url, variables)
    ? throughProxy(url, host, variables, guard)
    : ok(await routeWeb(url, variables, guard));
}

function direct({ url }: RepoUrl, variables: Variables): GitRoute {
  return { url, variables, config: [], sshOptions: '', problems: () => [], close: () => undefined };
}

/** The gateway opens every connection, wherever a server redirects git, and looks up the names. */
async function routeWeb(url: RepoUrl, variables: Variables, guard: RouteGuard): Promise<GitRoute> {
  const gateway = await Gateway.open((target) => reachOf(target, url, guard), null);
  const proxy = `socks5h://127.0.0.1:${gateway.port}`;
  return {
    ...withGateway(direct(url, unproxied(variables)), gateway),
    config: [['http.proxy', proxy]],
  };
}

/**
 * The operator's proxy opens the connections and limits their targets. Known addresses are checked before, and
 * redirects are not followed: they could lead anywhere.
 */
async function throughProxy(
  url: RepoUrl,
  host: RepoHost,
  variables: Variables,
  guard: RouteGuard,
): Promise<Result<GitRoute, RepoFailure>> {
  if (await isRefused(host.name, guard)) return err(notReached(`${host.name}: not an allowed address`));
  const config = [['http.followRedirects', 'false']] as const;
  return ok({ ...direct(url, onlyProxied(variables)), config });
}

/** Servers with several hosts get the name from the address (git(1)). */
async function routeGit(
  url: RepoUrl,
  { name, port }: RepoHost,
  variables: Variables,
  guard: RouteGuard,
): Promise<GitRoute> {
  const gateway = await Gateway.open(() => ownReach(guard), { host: name, port: port ?? GIT_PORT });
  const path = url.url.slice(url.url.indexOf('/', 'git://'.length));
  const written = url.url.slice('git://'.length, url.url.length - path.length);
  return {
    ...withGateway(direct(url, { ...variables, GIT_OVERRIDE_VIRTUAL_HOST: written }), gateway),
    url: `git://127.0.0.1:${gateway.port}${path}`,
  };
}

async function routeSsh(
  url: RepoUrl,
  host: RepoHost,
  variables: Variables,
  guard: RouteGuard,
): Promise<Result<GitRoute, RepoFailure>> {
  const user = /^(?:ssh:\/\/)?([^@/:]+)@/i.exec(url.url)?.[1] ?? null;
  const real = await resolveSshHost(host, user, variables);
  const refused = literalRefusal(real.name, ownReach(guard));
  if (refused !== null) return err(notReached(refused.message));
  if (real.isProxied) {
    // The operator's own connection to this host. The address is checked nevertheless, as far as it is known here.
    if (await isRefused(real.name, guard)) return err(notReached(`${real.name}: not an allowed address`));
    return ok(direct(url, variables));
  }
  const gateway = await Gateway.open(() => ownReach(guard), { host: real.name, port: real.port });
  const sshOptions = sshThrough(gateway.port, real);
  if (sshOptions !== null) return ok({ ...withGateway(direct(url, variables), gateway), sshOptions });
  gateway.close();
  return err(notReached(`${real.name}: a name that ssh cannot be given`));
}

function withGateway(route: GitRoute, gateway: Gateway): GitRoute {
  return { ...route, problems: () => [...gateway.problems], close: () => gateway.close() };
}

/** The rules for the host of the address. */
function ownReach({ privateReach, lookup }: RouteGuard): ConnectPolicy {
  return { allowPrivateNetwork: privateReach !== 'none', who: 'this repo', lookup };
}

/** The rules for a host that git asks for: another host means that a server has redirected git. */
function reachOf(target: Target, { host }: RepoUrl, guard: RouteGuard): ConnectPolicy {
  if (target.host.toLowerCase() === host?.name.toLowerCase()) return ownReach(guard);
  return { ...ownReach(guard), allowPrivateNetwork: guard.privateReach === 'all' };
}

/** True when a name is known to lead to an address that is not allowed. */
function isRefused(name: string, guard: RouteGuard): Promise<boolean> {
  return new Promise((resolve) => {
    const reach = ownReach(guard);
    guard.lookup(name, (error, addresses) => {
      resolve(error === null && addresses.some(({ address }) => refusalOf(address, reach) !== null));
    });
  });
}
