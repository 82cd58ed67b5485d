/** Everything that makes pictures, without the HTTP server: the server and `stipple render` both start one. */

import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { RasterIsolation } from '../config/env/env.ts';
import type { ConfigStore } from '../config/source/store.ts';
import { EngineEvents } from '../domain/engine-events.ts';
import { type HostPattern, REFUSED_HOST } from '../domain/host-list.ts';
import { DEFAULT_SIZE } from '../domain/panel.ts';
import type { DataSource } from '../domain/pushed-data.ts';
import { type FontBook, type FontDir, listFamilies } from '../pictures/fonts/font-book.ts';
import type { Logger } from '../platform/base/logger.ts';
import { type MemoryPlan, planMemory } from '../platform/base/memory-plan.ts';
import { part } from '../platform/base/parts.ts';
import { heldBytes } from '../platform/base/party-shares.ts';
import type { PlainValue } from '../platform/base/plain.ts';
import type { Result } from '../platform/base/result.ts';
import { fileState } from '../platform/files/files.ts';
import type { OwnedFolder } from '../platform/files/owned-folder.ts';
import { type LocalRepos, OPERATOR_ONLY } from '../platform/files/repo-folders.ts';
import { makeTempFolder } from '../platform/files/temp-folders.ts';
import type { OutboundHttp, OutboundHttpOptions } from '../screens/fetch/outbound-http.ts';
import type { OutboundStats } from '../screens/fetch/outbound-stats.ts';
import type { SharedAnswers } from '../screens/fetch/shared-answers.ts';
import { type RepoSharing, ScreenRepos } from '../screens/repos/screen-repos.ts';
import { ScreenCatalogue } from '../screens/sources/catalogue.ts';
import { SensitiveMemory } from '../screens/sources/sensitive-memory.ts';
import { memoryState } from '../state/memory/memory-backing.ts';
import { isBroken } from './check/finding.ts';
import { runCheck } from './check/run-check.ts';
import { Composer } from './contents/composer.ts';
import { ContentMaker } from './contents/content-maker.ts';
import { ContentStore } from './contents/content-store.ts';
import { decideContent } from './contents/decide-content.ts';
import { type DeviceAnswer, DeviceContents, type DeviceRequest } from './contents/device-contents.ts';
import { FleetNews } from './contents/fleet-news.ts';
import { LastGoodStore } from './contents/last-good.ts';
import { PictureMaker } from './contents/picture-maker.ts';
import { PushedContents } from './contents/pushed-contents.ts';
import { dataSource, openPushes, type Pushes } from './contents/pushes.ts';
import { Renditions } from './contents/renditions.ts';
import { ScheduledContents } from './contents/scheduled-contents.ts';
import { Substitutes } from './contents/substitutes.ts';
import { SystemScreens } from './contents/system-screens.ts';
import { ComposePool } from './pool/compose-pool.ts';
import { FontsInUse } from './pool/fonts-in-use.ts';
import { RasterPool } from './pool/raster-pool.ts';
import { ComposedStore } from './reuse/composed-store.ts';
import type { ReadWorld } from './reuse/read-tree.ts';
import { ThreadLoad } from './scheduling/thread-load.ts';

export interface EngineOptions {
  readonly config: ConfigStore;
  /** Embedded screens. */
  readonly builtinDir: string;
  /** Embedded examples; absent where there are none. */
  readonly examplesDir?: string;
  /** `SCREENS_DIR`; null uses only the embedded ones. */
  readonly localDir: string | null;
  /** Absent where screen repos are not fetched. */
  readonly repos?: {
    /** Where fetched commits are kept, absolute. */
    readonly cacheDir: string;
    /** What of the environment git may see. */
    readonly gitVariables: Readonly<Record<string, string>>;
    /** False keeps all repos, and their scripts, from loopback and private addresses. */
    readonly allowPrivateNetwork?: boolean;
    /** Which repositories of this machine are fetched; by default all that the config names. */
    readonly local?: LocalRepos;
    /** Where other servers have the same repos; null or absent where this one is alone. */
    readonly shared?: RepoSharing | null;
  };
  /** The hosts that scripts may ask; all that the address guard permits when absent or null. */
  readonly scriptHosts?: readonly HostPattern[] | null;
  readonly fontDirs: readonly FontDir[];
  /** Bytes that stores and workers may take together; null or absent takes what suits the machine. */
  readonly memoryBudget?: number | null;
  readonly composeThreads: number | null;
  readonly rasterThreads: number | null;
  /** Default: `process`. */
  readonly rasterIsolation?: RasterIsolation;
  /** Share of the results used again that are compared with a new run, 0 to 1. Default: none. */
  readonly verifyReuse?: number;
  /** True for an engine that lives on: its workers do work like that of devices before their first jobs. Default: false. */
  readonly warmUp?: boolean;
  /** What is pushed to the server; nothing when absent. */
  readonly pushes?: Pushes;
  /** What scripts read with `data_get`; default: what is pushed. */
  readonly data?: DataSource;
  /** Answers in the state store; null or absent without one. */
  readonly sharedAnswers?: SharedAnswers | null;
  readonly logger: Logger;
}

export class RenderEngine {
  readonly config: ConfigStore;
  readonly events: EngineEvents = new EngineEvents();
  /** Passes news of devices from those who serve them to those who look on. */
  readonly news: FleetNews = new FleetNews();
  /** Which params screens have called sensitive. */
  readonly sensitive: SensitiveMemory = new SensitiveMemory();
  readonly catalogue: ScreenCatalogue;
  readonly repos: ScreenRepos;
  readonly fonts: FontsInUse;
  readonly memory: MemoryPlan;
  readonly store: ContentStore;
  /** Results of screens that can be used again. */
  readonly composed: ComposedStore;
  readonly contents: ContentMaker;
  readonly lastGood: LastGoodStore;
  readonly deviceContents: DeviceContents;
  readonly pushed: PushedContents;
  /** Decide what a device or a frame shows. */
  readonly decideContent: (request: DeviceRequest) => Promise<DeviceAnswer>;
  readonly screens: SystemScreens;
  readonly pictures: PictureMaker;
  readonly substitutes: Substitutes;
  readonly renditions: Renditions;
  readonly compose: ComposePool;
  readonly raster: RasterPool;
  /** For previews: always a process, even where devices' pictures are drawn in threads. */
  readonly previewRaster: RasterPool;
  readonly #outboundOptions: OutboundHttpOptions;
  #outbound: OutboundHttp | null = null;
  /** What scripts read with `data_get`. */
  readonly data: DataSource;
  /** resvg takes fonts only from files, so the instances made for it need a private place on disk. */
  readonly #scratch: OwnedFolder = makeTempFolder();

  constructor(options: EngineOptions) {
    const { config, logger } = options;
    this.config = config;
    const { memoryBudget: budgetBytes = null, composeThreads, rasterThreads } = options;
    const memory = planMemory({ budgetBytes, composeThreads, rasterThreads });
    this.memory = memory;
    this.store = new ContentStore(this.events, memory.stores);
    this.lastGood = new LastGoodStore(memory.stores);
    const pushes = options.pushes ?? openPushes(memoryState());
    this.data = options.data ?? dataSource(pushes);
    this.catalogue = new ScreenCatalogue({
      ...options,
      repos: () => this.repos.sources(),
      sensitive: this.sensitive,
    });
    this.fonts = new FontsInUse(options.fontDirs, logger);
    this.repos = new ScreenRepos({
      cacheDir: options.repos?.cacheDir ?? path.join(this.#scratch.path, 'repos'),
      config,
      variables: options.repos?.gitVariables ?? {},
      allowPrivateNetwork: options.repos?.allowPrivateNetwork ?? true,
      local: options.repos?.local ?? OPERATOR_ONLY,
      shared: options.repos?.shared ?? null,
      check: (...tree) => findBroken(this.events, ...tree),
      logger,
    });
    const { events } = this;
    const { warmUp = false } = options;
    this.#outboundOptions = {
      hosts: options.scriptHosts ?? null,
      onRefusedHost: (host, screen) => logger.warn({ host, screen }, REFUSED_HOST),
      events: this.events,
      shared: options.sharedAnswers ?? null,
      cacheBytes: memory.stores.httpAnswers,
    };
    this.compose = new ComposePool({
      log: logger,
      events,
      http: () => this.#outboundHttp(),
      data: () => this.data,
      fonts: fontTable(this.fonts.book),
      memory,
      warmUp,
    });
    const { rasterIsolation: isolation = 'process' } = options;
    const { path: scratchDir } = this.#scratch;
    const drawing = { log: logger, events, fonts: this.fonts.book, scratchDir, warmUp, memory };
    this.raster = new RasterPool({ ...drawing, isolation });
    this.previewRaster =
      isolation === 'process' ? this.raster : new RasterPool({ ...drawing, threads: 1, onDemand: true });
    const { environment } = this.fonts;
    const { catalogue, compose, store } = this;
    this.screens = new SystemScreens(store, environment);
    const { screens } = this;
    const world: ReadWorld = {
      fileState,
      isCurrent: (entry, ttlSeconds) => this.#outbound?.isCurrent(entry, ttlSeconds) ?? false,
      dataVersion: (name) => this.data.versionOf(name),
    };
    this.composed = new ComposedStore(world, memory.stores.composed);
    const composer = new Composer({
      pool: compose,
      store: this.composed,
      strangersStore: new ComposedStore(world, heldBytes('stranger', memory.stores.composed)),
      environment,
      events,
      ...(options.verifyReuse === undefined ? {} : { verifyShare: options.verifyReuse }),
    });
    this.contents = new ContentMaker({ catalogue, composer, store, screens, environment });
    const load = new ThreadLoad();
    const isBusy = (): boolean => compose.isBusy || load.isBusy;
    this.pictures = new PictureMaker({ store, screens, pool: this.raster, events, isBusy });
    const { contents, pictures, lastGood, raster } = this;
    this.renditions = new Renditions(compose);
    this.substitutes = new Substitutes({ store, screens, promises: pictures.promises, pool: raster });
    this.deviceContents = new DeviceContents({ contents, pictures, store, lastGood, screens, events });
    this.pushed = new PushedContents({ shelf: pushes.pictures, catalogue, store, pictures, environment });
    const steps = { schedules: new ScheduledContents(), pushed: this.pushed, screens: this.deviceContents };
    this.decideContent = (request) => decideContent(steps, request);
  }

  /** Loaded later: it would take a fifth of the start, and `stipple render` may never need it. */
  readonly #outboundHttp = part(async () => {
    const { OutboundHttp } = await import('../screens/fetch/outbound-http.ts');
    this.#outbound = new OutboundHttp(this.#outboundOptions);
    return this.#outbound;
  });

  /** What the scripts' requests have come to; null before the first. */
  get outbound(): OutboundStats | null {
    return this.#outbound?.stats() ?? null;
  }

  /**
   * Start the workers that are always there, and the fetches of screen repos. What the first devices do not need comes later
   * (`loadRest`): it would take the cores that the workers load on.
   */
  async warmUp(): Promise<void> {
    this.repos.start();
    await Promise.all([this.compose.start(), this.raster.start()]);
  }

  /** True while nothing is composed or drawn, and nothing waits for it. */
  get isIdle(): boolean {
    const { compose, raster } = this;
    return compose.running + compose.queued + raster.running + raster.queued === 0;
  }

  /** Load what the first devices do not need. Rejects when a part of the program cannot be loaded. */
  async loadRest(): Promise<void> {
    await Promise.all([
      this.substitutes.prepare(),
      this.#outboundHttp(),
      import('../screens/repos/fetch-run.ts'),
    ]);
    // Nobody waits for it. What cannot be read now is read, with its reason, when somebody wants it.
    this.#readScreens().catch(() => {});
  }

  /** Read the metadata of all screens, so that calls of admins find it read. */
  async #readScreens(): Promise<void> {
    for (const _ of this.catalogue.listings(this.config.snapshot)) await setImmediate();
  }

  /**
   * Read the fonts again. Where they differ, workers with the new ones take over as soon as each has drawn a picture;
   * jobs that run are finished with the former ones. One call at a time.
   * @returns else why the fonts stay as they were
   */
  async reloadFonts(): Promise<Result<'changed' | 'unchanged', string>> {
    const { svg, name, assets, spec } = this.screens.busy(DEFAULT_SIZE);
    const reloaded = await this.fonts.reload((book, signal) =>
      Promise.all([
        this.compose.prepare(fontTable(book), signal),
        ...this.#rasters.map((pool) => pool.prepare(book, { svg, name, assets, spec }, signal)),
      ]),
    );
    if (reloaded.ok && reloaded.value === 'changed') await this.substitutes.prepare();
    return reloaded;
  }

  get #rasters(): readonly RasterPool[] {
    return [...new Set([this.raster, this.previewRaster])];
  }

  /** End all threads and connections; running jobs get `graceMs` to finish. */
  async stop(graceMs: number): Promise<void> {
    await this.fonts.stop();
    const pools = [this.compose, ...this.#rasters];
    await Promise.all([this.repos.stop(), ...pools.map((pool) => pool.stop(graceMs))]);
    await this.#outbound?.stop();
    this.#scratch.remove();
  }
}

/** What is wrong with screens of a tree, by their path. */
async function findBroken(
  events: EngineEvents,
  roots: readonly string[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { screens } = await runCheck(
    { roots, paths },
    { signal, onLost: (why) => events.emit('workerLost', 'check', why) },
  );
  return new Map(
    screens.filter(isBroken).map(({ path: screen, findings }) => {
      const first = findings.find(({ level }) => level === 'error');
      const place = [first?.file, first?.line].filter((part) => part != null).join(':');
      return [screen, `${place}: ${first?.message ?? ''}`];
    }),
  );
}

/** The `fonts` table of scripts: a list of the families that a template can name. */
export function fontTable(book: FontBook): PlainValue {
  return listFamilies(book).map(({ name, origin, styles, axes }) => ({
    name,
    origin,
    styles,
    axes: axes.map(({ tag, min, max }) => ({ tag, min, max })),
  }));
}
