/** Names hosts for the metrics. Scripts choose the hosts, so their names are few and harmless. */

import { type HostPattern, isHostListed } from '../../domain/host-list.ts';
import { BoundedNames, OTHERS } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { redact } from '../../platform/base/redact.ts';
import { OutboundError } from './outbound-error.ts';

/** Hosts that the metrics tell apart, in all and of one screen: scripts choose them. Others are counted together. */
export const METRIC_HOSTS = 50;
export const METRIC_HOSTS_PER_SCREEN = 10;

/** A host name in the form of URLs or an address, with or without a port. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

export class HostNames {
  readonly #hosts = new BoundedNames(METRIC_HOSTS);
  readonly #screens = new BoundedNames(LIMITS.metricScreens);
  /** What each screen has named: one that asks many hosts does not take the names of all others. */
  readonly #ofScreens = new Map<string, BoundedNames>();

  /**
   * The name of a host, or that of all others.
   * @param secrets values that are no part of a name
   */
  of({ host }: URL, screenRef: string, secrets: readonly string[]): string {
    if (!HOST.test(host) || redact(host, secrets) !== host) return OTHERS;
    const name = this.#namedBy(screenRef).of(host);
    return name === OTHERS ? OTHERS : this.#hosts.of(name);
  }

  #namedBy(screenRef: string): BoundedNames {
    const screen = this.#screens.of(screenRef);
    const known = this.#ofScreens.get(screen);
    if (known !== undefined) return known;
    const names = new BoundedNames(METRIC_HOSTS_PER_SCREEN);
    this.#ofScreens.set(screen, names);
    return names;
  }
}

/** Receives each host that a script asked for and that is not on the list, once. */
export type OnRefusedHost = (host: string, screenRef: string) => void;

/** Hosts that are remembered as reported: scripts can make up any number of them. */
const MAX_REPORTED = 1_000;

export class HostGate {
  readonly #list: readonly HostPattern[] | null;
  readonly #onRefused: OnRefusedHost;
  readonly #reported = recentlyUsed<string, true>(MAX_REPORTED);

  /** @param list null lets every host through */
  constructor(list: readonly HostPattern[] | null, onRefused: OnRefusedHost) {
    this.#list = list;
    this.#onRefused = onRefused;
  }

  /**
   * Check the address of a request, or of a redirect.
   * @throws {OutboundError} its host is not on the list
   */
  admit(url: URL, screenRef: string): void {
    if (this.#list === null || isHostListed(this.#list, url)) return;
    const { host } = url;
    if (!this.#reported.has(host)) this.#onRefused(host, screenRef);
    this.#reported.set(host, true);
    throw new OutboundError(`${host} is not one of the hosts that SCREEN_HTTP_HOSTS allows`);
  }
}
