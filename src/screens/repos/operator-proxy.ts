/** The operator's proxy for the host of a repo, from the variables that git and curl read. */
import { BlockList, isIP } from 'node:net';
import type { RepoHost, RepoUrl } from '../../domain/repo-url.ts';

type Variables = Readonly<Record<string, string>>;

const NO_PROXY = ['no_proxy', 'NO_PROXY'] as const;
const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'] as const;

/** True when git would use the operator's proxy. `HTTP_PROXY` is ignored, because web servers can set it. */
export function hasProxy({ protocol, host }: RepoUrl, variables: Variables): boolean {
  if (host === null || (protocol !== 'https' && protocol !== 'http')) return false;
  const names =
    protocol === 'https'
      ? ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']
      : ['http_proxy', 'ALL_PROXY', 'all_proxy'];
  return names.some((name) => (variables[name] ?? '') !== '') && !isExempt(host, exemptions(variables));
}

/** The variables for a fetch through the proxy. No host is exempt, so that redirects use it, too. */
export function onlyProxied(variables: Variables): Variables {
  return without(variables, NO_PROXY);
}

/** The variables for a fetch without a proxy. */
export function unproxied(variables: Variables): Variables {
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
