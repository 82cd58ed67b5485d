/** Makes the requests of scripts: to allowed addresses, within limits, cached, and equal ones only once at a time. */
import { setMaxListeners } from 'node:events';
import { EngineEvents } from '../../domain/engine-events.ts';
import type { HostPattern } from '../../domain/host-list.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { WHOLE_STORES } from '../../platform/base/memory-plan.ts';
import { isKnownParty, type Party } from '../../platform/base/party-shares.ts';
import { VERSION } from '../../platform/base/version.ts';
import { flightOf, SingleFlight } from '../../platform/queues/single-flight.ts';
import { AnswerCache, type AnswerRenewal, type KeptAnswer } from './answer-cache.ts';
import { type CheckedRequest, checkRequest, publicUrl } from './check-request.ts';
import { exchange } from './follow-redirects.ts';
import { type LookupAll, lookupAll } from './guarded-connect.ts';
import { LookupLines } from './host-lines.ts';
import { HostGate, HostNames, type OnRefusedHost } from './host-names.ts';
import { HostPools } from './host-pools.ts';
import { describeError } from './outbound-error.ts';
import { OutboundCounters, type OutboundStats, type ScreenCounter } from './outbound-stats.ts';
import type { StoredAnswer } from './packed-answer.ts';
import {
  type FetchAnswer,
  type FetchRequest,
  type GoodAnswer,
  HTTP_MAX_REDIRECTS,
  HTTP_MAX_TIMEOUT_MS,
  HTTP_RESPONSE_BYTES,
  HTTP_TIMEOUT_MS,
} from './request.ts';
import { guardedConnector } from './screen-connector.ts';
import type { Sent, SharedAnswers } from './shared-answers.ts';

/** What the screen behind a request may do. */
interface FetchPolicy {
  readonly allowPrivateNetwork: boolean;
  /** The screen that makes the request, for the counters and the cache. */
  readonly screenRef: string;
  /** For whom it runs; absent for the server itself. */
  readonly party?: Party;
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
  readonly events?: EngineEvents;
  /** Answers in the state store; null or absent without one. */
  readonly shared?: SharedAnswers | null;
}

/** A request on its way. */
interface Outbound {
  readonly checked: CheckedRequest;
  readonly request: FetchRequest;
  readonly policy: FetchPolicy;
  /** Equal for equal requests only. */
  readonly key: string;
  /** Called with the URL of each request that is sent, redirects included. */
  readonly onHop: (url: URL) => void;
}

/** One screen alone gets eight of them, strangers and admins six. */
const CONNECTIONS_PER_HOST = 12;
/** Hosts with open connections, in each of the two sets of pools. */
const MAX_HOSTS = 64;
const KEEP_ALIVE_MS = 4_000;

/** The part that composing needs. */
export type ScriptHttp = Pick<OutboundHttp, 'fetch'>;

/** The outbound HTTP client of all screens. */
export class OutboundHttp {
  readonly #pools: Readonly<Record<'public' | 'private', HostPools>>;
  readonly #cache: AnswerCache;
  readonly #shared: SharedAnswers | null;
  readonly #underWay = new SingleFlight<FetchAnswer>();
  readonly #counters = new OutboundCounters();
  readonly #hosts = new HostNames();
  readonly #events: EngineEvents;
  readonly #gate: HostGate;
  readonly #maxResponseBytes: number;
  readonly #userAgent = `Stipple/${VERSION}`;
  readonly #stopped = new AbortController();

  constructor(options: OutboundHttpOptions = {}) {
    const { lookup = lookupAll, events = new EngineEvents() } = options;
    this.#events = events;
    this.#gate = new HostGate(options.hosts ?? null, options.onRefusedHost ?? (() => {}));
    const lookups = new LookupLines(lookup, HTTP_MAX_TIMEOUT_MS);
    this.#pools = { public: makePools(false, lookups), private: makePools(true, lookups) };
    // Every request under way adds a listener.
    setMaxListeners(0, this.#stopped.signal);
    this.#maxResponseBytes = options.maxResponseBytes ?? HTTP_RESPONSE_BYTES;
    this.#cache = new AnswerCache(options.cacheBytes ?? WHOLE_STORES.httpAnswers);
    this.#shared = options.shared ?? null;
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
      const cached = this.#cache.find(key, request.cacheTtlSeconds, partyOf(policy));
      if (cached !== null) {
        counter.cacheHits += 1;
        return { ...cached, fromCache: true };
      }
      const onHop = (url: URL): void => {
        at = url;
        this.#gate.admit(url, policy.screenRef);
      };
      const answer = await this.#ask({ checked, request, policy, key, onHop }, counter, signal);
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
    return this.#cache.isCurrent(entry, ttlSeconds);
  }

  /** Figures for the metrics. */
  stats(): OutboundStats {
    return {
      inFlight: this.#underWay.size,
      cacheBytes: this.#cache.bytes,
      cacheEntries: this.#cache.size,
      screens: this.#counters.all(),
    };
  }

  /** Get an answer that is not kept here. */
  async #ask(outbound: Outbound, counter: ScreenCounter, signal?: AbortSignal): Promise<FetchAnswer> {
    const { checked, request, policy, key } = outbound;
    const startMs = performance.now();
    const stored = await this.#findStored(outbound);
    if (stored !== null) {
      counter.storeHits += 1;
      return { ...stored, fromCache: true };
    }
    const isShared = checked.method === 'GET' || request.cacheTtlSeconds > 0;
    return this.#underWay.join(
      isShared ? flightOf(this.#underWay, key, partyOf(policy)) : null,
      (abort) => this.#once(outbound, abort),
      {
        signals: [this.#stopped.signal, ...(signal === undefined ? [] : [signal])],
        timeoutMs: Math.min(request.timeoutMs, HTTP_MAX_TIMEOUT_MS),
        spentMs: Math.round(performance.now() - startMs),
        onJoined: () => {
          counter.joined += 1;
        },
      },
    );
  }

  /** The answer that the state store has, if it is young enough. It is kept here from now on. */
  async #findStored(outbound: Outbound): Promise<KeptAnswer | null> {
    const { checked, request, policy, key } = outbound;
    const shared = this.#shared;
    if (shared === null || !(request.cacheTtlSeconds > 0) || !shared.hasTime(request.timeoutMs)) return null;
    const stored = await shared.find(key, checked.url.href);
    if (stored !== null) this.#learn(outbound, stored);
    return this.#cache.find(key, request.cacheTtlSeconds, partyOf(policy));
  }

  /** Make a request; where the state store has its answers, once for all servers. */
  async #once(outbound: Outbound, signal: AbortSignal): Promise<FetchAnswer> {
    const { checked, request, policy, key } = outbound;
    const { cacheTtlSeconds: ttlSeconds, timeoutMs } = request;
    const send = () => this.#send(outbound, signal);
    if (this.#shared === null || !(ttlSeconds > 0)) return (await send()).answer;
    const { href: url } = checked.url;
    // Nobody waits for a request of strangers, which may have to wait for its turn itself.
    const flight = isKnownParty(partyOf(policy)) ? key : sha256Hex(key, 'stranger');
    const turn = { key, flight, url, ttlSeconds, knownMs: this.#cache.timeOf(key), timeoutMs, signal };
    const answer = await this.#shared.once(turn, send);
    if ('ok' in answer) return answer;
    this.#counters.of(policy.screenRef).storeHits += 1;
    return { ...(this.#learn(outbound, answer) ?? answer.answer), fromCache: true };
  }

  /** Keep what another server, or this one before its start, has got. */
  #learn(outbound: Outbound, stored: StoredAnswer): KeptAnswer | null {
    const isKnown = stored.atMs <= (this.#cache.timeOf(outbound.key) ?? 0);
    const { key, policy } = outbound;
    return isKnown ? null : this.#cache.keep(key, stored, this.#renewal(outbound), partyOf(policy));
  }

  async #send(outbound: Outbound, signal: AbortSignal): Promise<Sent<GoodAnswer>> {
    const { checked, request, policy, key, onHop } = outbound;
    const startMs = performance.now();
    const answer = await exchange(checked, {
      pools: this.#pools[policy.allowPrivateNetwork ? 'private' : 'public'],
      asker: { party: partyOf(policy), screenRef: policy.screenRef },
      signal,
      followRedirects: request.followRedirects,
      maxRedirects: Math.min(request.maxRedirects, HTTP_MAX_REDIRECTS),
      maxBytes: this.#maxResponseBytes,
      onHop,
      onEnd: (url, outcome, ms) =>
        this.#events.emit(
          'upstream',
          this.#hosts.of(url, policy.screenRef, policy.secrets ?? []),
          outcome,
          ms,
        ),
    });
    const { cacheTtlSeconds: ttlSeconds } = request;
    if (!(ttlSeconds > 0) || answer.status < 200 || answer.status >= 300) return { answer, stored: NOTHING };
    const got = { answer, atMs: Date.now(), tookMs: performance.now() - startMs };
    const kept = this.#cache.keep(key, got, this.#renewal(outbound), partyOf(policy));
    const stored = this.#shared?.put(key, checked.url.href, got, ttlSeconds) ?? NOTHING;
    return { answer: kept ?? answer, stored };
  }

  /** How an answer is made anew before it is too old. Only where servers share answers, and only by a request that changes nothing. */
  #renewal(outbound: Outbound): AnswerRenewal | null {
    const { checked, policy } = outbound;
    if (this.#shared === null || (checked.method !== 'GET' && checked.method !== 'HEAD')) return null;
    const onHop = (url: URL): void => this.#gate.admit(url, policy.screenRef);
    // Nobody waits for it: it is the server's own work, or still that of strangers.
    const party = isKnownParty(partyOf(policy)) ? 'engine' : 'stranger';
    const again = { ...outbound, policy: { ...policy, party } as const, onHop };
    return {
      bytes: 2 * checked.url.href.length + JSON.stringify(checked.headers).length,
      begin: () => {
        this.#counters.of(policy.screenRef).earlyRefreshes += 1;
        const limits = {
          signals: [this.#stopped.signal],
          timeoutMs: HTTP_TIMEOUT_MS,
          onJoined: () => {},
        };
        // Where it fails, the next request that finds the answer too old says so.
        this.#underWay
          .join(flightOf(this.#underWay, outbound.key, party), (abort) => this.#once(again, abort), limits)
          .catch(() => {});
      },
    };
  }
}

const NOTHING = Promise.resolve();

function partyOf({ party = 'engine' }: FetchPolicy): Party {
  return party;
}

function makePools(allowPrivateNetwork: boolean, lookups: LookupLines): HostPools {
  return new HostPools({
    connect: (party) => guardedConnector(allowPrivateNetwork, lookups.for(party), HTTP_TIMEOUT_MS),
    connectionsPerHost: CONNECTIONS_PER_HOST,
    maxHosts: MAX_HOSTS,
    keepAliveMs: KEEP_ALIVE_MS,
    // `SingleFlight` bounds the time of each subscriber; this ends a connection that none of its timers covers.
    silenceMs: HTTP_MAX_TIMEOUT_MS,
  });
}

/** A digest of everything that can change the answer. */
function requestKey(checked: CheckedRequest, request: FetchRequest, policy: FetchPolicy): string {
  const facts = [
    policy.allowPrivateNetwork,
    policy.screenRef,
    checked.method,
    checked.url.href,
    request.followRedirects,
    request.maxRedirects,
    checked.headers,
    checked.body === null,
  ];
  return sha256Hex(JSON.stringify(facts), checked.body ?? '');
}
