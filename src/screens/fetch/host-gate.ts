/** Lets scripts ask only the hosts that the operator has listed, if there is a list. */
import { LRUCache } from 'lru-cache';
import { type HostPattern, isHostListed } from '../../domain/host-list.ts';
import { OutboundError } from './outbound-error.ts';

/** Told once of each host that a script asked for and that is not on the list. */
export type OnRefusedHost = (host: string, screenRef: string) => void;

/** Hosts that are remembered as told: scripts can make up any number of them. */
const MAX_TOLD = 1_000;

export class HostGate {
  readonly #list: readonly HostPattern[] | null;
  readonly #onRefused: OnRefusedHost;
  readonly #told = new LRUCache<string, true>({ max: MAX_TOLD });

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
    if (!this.#told.has(host)) this.#onRefused(host, screenRef);
    this.#told.set(host, true);
    throw new OutboundError(`${host} is not one of the hosts that SCREEN_HTTP_HOSTS allows`);
  }
}
