/** Makes the requests of scripts: to allowed addresses, within limits, cached, and equal ones only once at a time. */
import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../base/hash.ts';
import { LIMITS } from '../base/limits.ts';
import { type EngineObserver, NO_OBSERVER } from '../base/observer.ts';
import { VERSION } from '../base/version.ts';
import type { HostPattern } from '../domain/host-list.ts';
import { SingleFlight } from '../scheduling/single-flight.ts';
import { type CheckedRequest, checkRequest, publicUrl } from './check-request.ts';
import { describeError } from './describe-error.ts';
import { exchange } from './exchange.ts';
import { type LookupAll, lookupAll } from './guarded-connect.ts';
import { HostGate, type OnRefusedHost } from './host-gate.ts';
import { HostNames } from './host-names.ts';
import { HostPools } from './host-pools.ts';
import { OutboundCounters, type OutboundStats } from './outbound-stats.ts';
import type { FetchAnswer, FetchRequest } from './request.ts';
import { guardedConnector } from './screen-connector.ts';

/** What the screen behind a request may do. */
export interface FetchPolicy {
  readonly allowPrivateNetwork: boolean;
  /** The screen that makes the request, for the counters and the cache. */
  readonly screenRef: string;
  /** Values of its sensitive params, which may be a part of addresses. */
  readonly secrets?: readonly string[];
}

export interface OutboundHttpOptions {
  /** Replaces the system's name look-up. */
  readonly lookup?: LookupAll;
  /** The hosts that scripts may ask; all that the address guard permits when absent or null. */
  readonly hosts?: readonly HostPattern[] | null;
  readonly onRefusedHost?: OnRefusedHost;
  readonly maxResponseBytes?: number;
  readonly cacheBytes?: number;
  readonly observer?: EngineObserver;
}

interface CachedAnswer {
  readonly answer: Extract<FetchAnswer, { ok: true }> & { readonly cacheEntry: number };
  /** `performance.now()` when it arrived. */
  readonly arrivedMs: number;
}

const CONNECTIONS_PER_HOST = 8;
/** Hosts with open connections, in each of the two sets of pools. */
const MAX_HOSTS = 64;
const KEEP_ALIVE_MS = 4_000;
/** Memory of a cache entry besides its body and headers. */
const ENTRY_BYTES = 512;
const MAX_CACHE_SECONDS = 7 * 24 * 3600;

/** The part that composing needs. */
export type ScriptHttp = Pick<OutboundHttp, 'fetch'>;

/** The outbound HTTP client of all screens. */
export class OutboundHttp {
  readonly #pools: Readonly<Record<'public' | 'private', HostPools>>;
  readonly #cache: LRUCache<string, CachedAnswer>;
  /** Keys of the cache by the number of the entry. */
  readonly #keys = new Map<number, string>();
  #lastEntry = 0;
  readonly #underWay = new SingleFlight<FetchAnswer>();
  readonly #counters = new OutboundCounters();
  readonly #hosts = new HostNames();
  readonly #observer: EngineObserver;
  readonly #gate: HostGate;
  readonly #maxResponseBytes: number;
  readonly #userAgent = `Stipple/${VERSION}`;
  readonly #stopped = new AbortController();

  constructor(options: OutboundHttpOptions = {}) {
    const { lookup = lookupAll, observer = NO_OBSERVER } = options;
    this.#observer = observer;
    this.#gate = new HostGate(options.hosts ?? null, options.onRefusedHost ?? (() => {}));
    this.#pools = { public: makePools(false, lookup), private: makePools(true, lookup) };
    // Every request under way adds a listener.
    setMaxListeners(0, this.#stopped.signal);
    this.#maxResponseBytes = options.maxResponseBytes ?? LIMITS.httpResponseBytes;
    this.#cache = new LRUCache({
      maxSize: options.cacheBytes ?? LIMITS.httpCacheBytes,
      sizeCalculation: ({ answer }) =>
        answer.body.length + JSON.stringify(answer.headers).length + ENTRY_BYTES,
      dispose: ({ answer }) => this.#keys.delete(answer.cacheEntry),
    });
  }

  /**
   * Make a request for a script. Never rejects: a failure is an answer with a sentence in `error`.
   * Equal GET requests of one screen that are under way at the same time share one answer; a 2xx answer comes from the
   * cache when it is not older than `cacheTtlSeconds` of the request.
   */
  async fetch(request: FetchRequest, policy: FetchPolicy, signal?: AbortSignal): Promise<FetchAnswer> {
    const counter = this.#counters.of(policy.screenRef);
    counter.requests += 1;
    let at: string | URL = request.url;
    try {
      const checked = checkRequest(request, this.#userAgent);
      at = checked.url;
      this.#gate.admit(at, policy.screenRef);
      const key = requestKey(checked, request, policy);
      const cached = this.#cached(key, request.cacheTtlSeconds);
      if (cached !== null) {
        counter.cacheHits += 1;
        return { ...cached, fromCache: true };
      }
      const shared = checked.method === 'GET' || request.cacheTtlSeconds > 0;
      const hop = (url: URL) => {
        at = url;
        this.#gate.admit(url, policy.screenRef);
      };
      const send = (abort: AbortSignal) => this.#send(checked, request, policy, abort, hop, key);
      const answer = await this.#underWay.join(shared ? key : null, send, {
        signals: [this.#stopped.signal, ...(signal === undefined ? [] : [signal])],
        timeoutMs: Math.min(request.timeoutMs, LIMITS.httpMaxTimeoutMs),
        onJoined: () => {
          counter.joined += 1;
        },
      });
      if (answer.ok) counter.bytes += answer.body.length;
      return answer;
    } catch (error) {
      counter.errors += 1;
      return { ok: false, error: `${request.method.slice(0, 16)} ${publicUrl(at)}: ${describeError(error)}` };
    }
  }

  /** Close all connections; requests under way fail. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('stopped'));
    await Promise.all([this.#pools.public.destroy(), this.#pools.private.destroy()]);
  }

  /** True when a request that accepts an answer of this age would get that of the entry. */
  isCurrent(entry: number, ttlSeconds: number): boolean {
    const key = this.#keys.get(entry);
    return key !== undefined && this.#cached(key, ttlSeconds)?.cacheEntry === entry;
  }

  /** Figures for the metrics. */
  stats(): OutboundStats {
    return {
      inFlight: this.#underWay.size,
      cacheBytes: this.#cache.calculatedSize,
      cacheEntries: this.#cache.size,
      screens: this.#counters.all(),
    };
  }

  #cached(key: string, ttlSeconds: number): CachedAnswer['answer'] | null {
    if (!(ttlSeconds > 0)) return null;
    const entry = this.#cache.get(key);
    if (entry === undefined || performance.now() - entry.arrivedMs > ttlSeconds * 1000) return null;
    return entry.answer;
  }

  async #send(
    checked: CheckedRequest,
    request: FetchRequest,
    policy: FetchPolicy,
    signal: AbortSignal,
    onHop: (url: URL) => void,
    key: string,
  ): Promise<FetchAnswer> {
    const answer = await exchange(checked, {
      pools: this.#pools[policy.allowPrivateNetwork ? 'private' : 'public'],
      signal,
      followRedirects: request.followRedirects,
      maxRedirects: Math.min(request.maxRedirects, LIMITS.httpMaxRedirects),
      maxBytes: this.#maxResponseBytes,
      onHop,
      onEnd: (url, outcome, ms) =>
        this.#observer.upstream(this.#hosts.of(url, policy.screenRef, policy.secrets ?? []), outcome, ms),
    });
    if (request.cacheTtlSeconds > 0 && answer.status >= 200 && answer.status < 300) {
      // Kept longer than this request allows: a later request may accept an older answer, for example to show the last
      // data while the network is down.
      this.#lastEntry += 1;
      const kept = { ...answer, cacheEntry: this.#lastEntry };
      const entry = { answer: kept, arrivedMs: performance.now() };
      this.#cache.set(key, entry, { ttl: MAX_CACHE_SECONDS * 1000 });
      // Absent when the answer is larger than the cache.
      if (this.#cache.has(key)) {
        this.#keys.set(this.#lastEntry, key);
        return kept;
      }
    }
    return answer;
  }
}

function makePools(allowPrivateNetwork: boolean, lookup: LookupAll): HostPools {
  return new HostPools({
    connect: guardedConnector(allowPrivateNetwork, lookup, LIMITS.httpTimeoutMs),
    connectionsPerHost: CONNECTIONS_PER_HOST,
    maxHosts: MAX_HOSTS,
    keepAliveMs: KEEP_ALIVE_MS,
    // `SingleFlight` bounds the time of each subscriber; this ends a connection that none of its timers covers.
    silenceMs: LIMITS.httpMaxTimeoutMs,
  });
}

/** A digest of everything that can change the answer. */
function requestKey(checked: CheckedRequest, request: FetchRequest, policy: FetchPolicy): string {
  const facts = [
    ...[policy.allowPrivateNetwork, policy.screenRef, checked.method, checked.url.href],
    ...[request.followRedirects, request.maxRedirects, checked.headers, checked.body === null],
  ];
  return sha256Hex(JSON.stringify(facts), checked.body ?? '');
}
