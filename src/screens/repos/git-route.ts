/**
 * Decides how git connects to a repo, so that neither a changing name nor a redirect leads to an address that the guard
 * refuses.
 */

import type { PrivateReach } from '../../domain/config-snapshot.ts';
import type { RepoHost, RepoUrl } from '../../domain/repo-url.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type ConnectPolicy, type LookupAll, literalRefusal, refusalOf } from '../fetch/guarded-connect.ts';
import { Gateway } from './gateway.ts';
import { hasProxy, onlyProxied, unproxied } from './operator-proxy.ts';
import { notReached, type RepoFailure, repoFailed } from './repo-failure.ts';
import type { Target } from './socks.ts';
import { resolveSshHost, sshThrough } from './ssh-route.ts';

type Variables = Readonly<Record<string, string>>;

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
export interface RouteGuard {
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
