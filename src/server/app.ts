/** The server as one object with start and stop: an engine, a registry, and HTTP in front of them. */
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { AuditTrail } from '../admin/access/audit-trail.ts';
import type { AdminApi } from '../admin/admin-api.ts';
import { arenasAreSet } from '../config/env/allocator.ts';
import { findConsole } from '../config/env/assets.ts';
import { describeEnvProblem, type EnvProblem, type EnvSettings, type Secrets } from '../config/env/env.ts';
import { ConfigWriter } from '../config/source/writer.ts';
import { ConfigAdvice } from '../engine/check/config-advice.ts';
import { precedenceOf } from '../engine/check/config-warnings.ts';
import type { Pushes } from '../engine/contents/pushes.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import type { Alerting } from '../fleet/alerts/alerting.ts';
import { createThrottle, type Throttle } from '../fleet/calls/attempts.ts';
import type { DeviceApi } from '../fleet/calls/device-api.ts';
import { settleSecret } from '../fleet/calls/settle-secret.ts';
import { UrlSigner } from '../fleet/calls/signed-url.ts';
import { HealthRecorder } from '../fleet/health/health-recorder.ts';
import { Watchdog } from '../fleet/health/watchdog.ts';
import { DeviceHistory } from '../fleet/register/device-history.ts';
import { FrameRecords } from '../fleet/register/frame-records.ts';
import type { LastingState, OpenStore } from '../fleet/register/lasting-state.ts';
import { openRegistry } from '../fleet/register/open-registry.ts';
import type { Registry } from '../fleet/register/registry.ts';
import { ARENAS, limitArenas, QuietTidy, tidyMemory } from '../pictures/native/memory.ts';
import { threadCpuMs } from '../pictures/native/thread-clock.ts';
import { LIMITS } from '../platform/base/limits.ts';
import type { Logger } from '../platform/base/logger.ts';
import { Parts } from '../platform/base/parts.ts';
import { err, ok, type Result } from '../platform/base/result.ts';
import { removeAbandoned } from '../platform/files/temp-folders.ts';
import { healthSources } from './app-health.ts';
import {
  callerNotes,
  loadPushes,
  openAdminAuth,
  openAlerts,
  openLasting,
  openMetrics,
  openPushParts,
  openSharedContents,
  openTrail,
  type PushParts,
  programApis,
  startPushes,
  stopPushes,
} from './app-parts.ts';
import { AppReload } from './app-reload.ts';
import { FirstCalls } from './first-calls.ts';
import { createApp } from './http/app.ts';
import { HttpServer } from './http/server.ts';
import type { MetricsServer } from './metrics/metrics-server.ts';

type OwnSecrets = Pick<Secrets, 'urlSecret' | 'adminToken'>;

export interface AppOptions {
  readonly engine: RenderEngine;
  /** The state of the server, which is closed with it. */
  readonly store: OpenStore;
  readonly pushes: Pushes;
  readonly settings: Pick<
    EnvSettings,
    'listen' | 'metrics' | 'publicUrl' | 'trustProxy' | 'screenReposAllowPrivate' | 'screenRepoFolders'
  >;
  readonly secrets: OwnSecrets;
  /** Reads the secrets again. */
  readSecrets(): Result<OwnSecrets, readonly EnvProblem[]>;
  readonly logger: Logger;
  /** Connections at a time; by default as many as the limits allow. */
  readonly maxConnections?: number;
  /** The folder of the web console; by default that of the build. */
  readonly consoleDir?: string;
  /**
   * Take calls of the admin API from this machine without a token, for those who write screens. No proxy is trusted then:
   * it would make strangers callers from here.
   */
  readonly openToLoopback?: boolean;
}

export class App {
  /** What calls of devices work with. */
  readonly device: DeviceApi;
  readonly registry: Registry;
  /** How many servers share the state store. */
  readonly #servers = (): number => this.#lasting.servers;
  readonly throttle: Throttle = createThrottle(this.#servers);
  readonly #options: AppOptions;
  readonly #server: HttpServer;
  readonly #parts = new Parts();
  readonly #advice: ConfigAdvice;
  readonly #writer: Promise<ConfigWriter>;
  readonly #signer: UrlSigner;
  readonly #reloading: AppReload;
  #adminToken: string | null;
  #metrics: MetricsServer | null = null;
  readonly #lasting: LastingState;
  readonly #pushes: PushParts;
  readonly #audit: AuditTrail;
  readonly #alerts: Alerting;
  readonly #tidying = new AbortController();
  readonly #quiet = new QuietTidy(() => this.#tidyUp());
  #warm: Promise<void> = Promise.resolve();
  #watchdog: Watchdog | null = null;
  #ready = false;
  #stopping: Promise<void> | null = null;

  constructor(options: AppOptions) {
    const { engine, settings, secrets, logger, store } = options;
    this.#options = options;
    const precedence = precedenceOf(settings, secrets);
    this.#advice = new ConfigAdvice(engine.config, engine.catalogue, precedence, logger);
    this.#writer = ConfigWriter.open(engine.config, settings.screenRepoFolders);
    this.#signer = new UrlSigner(secrets.urlSecret);
    this.#adminToken = secrets.adminToken;
    const devices = () => ({ registry: this.registry, trail });
    const notes = this.#parts.add(() => import('../admin/devices/note-mappings.ts'));
    const secretSource = () => this.#reloadSecrets();
    this.#reloading = new AppReload(engine, this.#writer, logger, secretSource, devices, notes);
    this.registry = openRegistry({
      config: () => engine.config.snapshot,
      lastGood: engine.lastGood,
      news: engine.news,
      log: logger,
      isPruned: store.state.isLasting,
      shelves: () => [events, logs, trail],
      onEvict: (record) => this.#lasting.keeper.dropped(record),
    });
    this.#lasting = openLasting(engine, store, this.registry, this.#signer, logger);
    const keeper = this.#lasting.keeper;
    const { pictures: shared, logs, events } = this.#lasting;
    const trail = openTrail(engine, this.#lasting);
    const frames = new FrameRecords();
    const history = new DeviceHistory(this.#lasting.state.history);
    this.#pushes = openPushParts(engine, options.pushes);
    engine.events.on('pictureKept', (hash, png) => shared.put(hash, png));
    this.device = {
      config: () => engine.config.snapshot,
      nowMs: Date.now,
      registry: this.registry,
      keeper,
      events,
      history,
      trail,
      logs,
      frames,
      shared,
      news: engine.news,
      throttle: this.throttle,
      ...callerNotes(),
      sharedContents: openSharedContents(engine, this.#lasting),
      store: engine.store,
      decideContent: engine.decideContent,
      screens: engine.screens,
      pictures: engine.pictures,
      substitutes: engine.substitutes,
      renditions: engine.renditions,
      signer: this.#signer,
      engineEvents: engine.events,
    };
    const { device } = this;
    this.#alerts = openAlerts(engine, device, this.#lasting, logger);
    const isReady = (): boolean => this.#isReady;
    const health = healthSources(engine, this.#lasting, new HealthRecorder(engine.events), isReady);
    const admin = openAdminAuth(engine, device, {
      lasting: this.#lasting,
      log: logger,
      servers: this.#servers,
      adminToken: () => this.#adminToken,
      isOpenToLoopback: options.openToLoopback === true,
    });
    this.#audit = admin.audit;
    const adminApi = async (): Promise<AdminApi> => {
      const { openAdminApi } = await import('./app-admin.ts');
      return openAdminApi(engine, device, {
        ...this.#pushes,
        precedence,
        alerts: this.#alerts,
        health,
        audit: admin.audit,
        writer: this.#writer,
        lasting: this.#lasting,
        stopping: this.#tidying.signal,
      });
    };
    const apis = { device, admin, adminApi, ...programApis(engine, device, this.#pushes, this.#servers) };
    const { publicUrl } = settings;
    const trustProxy = options.openToLoopback === true ? null : settings.trustProxy;
    const { consoleDir = findConsole() } = options;
    this.#server = new HttpServer(
      createApp({ ...apis, logger, parts: this.#parts, isReady, publicUrl, trustProxy, consoleDir }),
      { logger, maxConnections: options.maxConnections ?? LIMITS.connections },
    );
  }

  /** Listen, then warm up. Rejects with the system's error when the address cannot be used. */
  async start(): Promise<AddressInfo> {
    await this.#startMetrics();
    // The first calls wait for it; /health does not.
    const loading = Promise.all([this.#lasting.reach(), loadPushes(this.#pushes)]);
    await this.#settleSecret();
    const { host, port } = this.#options.settings.listen;
    const address = await this.#server.listen(host, port);
    this.#warm = this.#warmUp(loading);
    // `warm` passes a failure on to those who wait for it.
    this.#warm.catch(() => {});
    return address;
  }

  async #settleSecret(): Promise<void> {
    const { secrets, logger } = this.#options;
    if (secrets.urlSecret !== null) return;
    await settleSecret(this.#lasting.state, this.#signer, logger, this.#tidying.signal);
  }

  /** Resolves when the server is ready. Rejects when a part of it cannot be loaded. */
  get warm(): Promise<void> {
    return this.#warm;
  }

  get #isReady(): boolean {
    return this.#ready && this.#stopping === null;
  }

  async #warmUp(loading: Promise<unknown>): Promise<void> {
    // To start a process blocks this thread for some milliseconds: those who wait for /health come first.
    await setImmediate();
    if (!arenasAreSet()) limitArenas(ARENAS);
    const { engine } = this.#options;
    const first = new FirstCalls(engine);
    try {
      await Promise.all([engine.warmUp(), loading]);
      // Behind the first devices, which need none of it, and before others rely on the server.
      if (this.#stopping === null) await this.#parts.load(() => first.over());
      if (this.#stopping === null) await engine.loadRest();
    } finally {
      first.stop();
    }
    if (this.#stopping === null) await this.#beReady();
  }

  /** Begin what is done every now and then. */
  async #beReady(): Promise<void> {
    this.#ready = true;
    this.#options.logger.info('ready');
    this.#watchdog = new Watchdog({ log: this.#options.logger, threadCpuMs });
    await this.#advice.start();
    if (this.#stopping !== null) return;
    this.#reloading.start();
    this.#lasting.start();
    startPushes(this.#pushes);
    void this.#loadFleet();
  }

  /** All devices, which nobody waits for who asks for one. */
  async #loadFleet(): Promise<void> {
    await this.#lasting.keeper.load();
    if (this.#stopping !== null) return;
    // `stipple dev` must not send alerts: screens are written with the config of a fleet, too.
    if (this.#options.openToLoopback !== true) this.#alerts.start();
    this.#quiet.worked();
  }

  /** When the start is over: give back the memory that it has left, and remove the folders of killed servers. */
  #tidyUp(): void {
    tidyMemory();
    void this.#removeFolders();
  }

  async #removeFolders(): Promise<void> {
    const removed = await removeAbandoned(this.#tidying.signal);
    if (removed.length > 0) this.#options.logger.info({ removed }, 'folders of killed processes removed');
  }

  /**
   * Read config, fonts and secrets again, once the server is ready. What cannot be used stays as it was, and the log says
   * why.
   */
  async reload(): Promise<void> {
    await this.#warm;
    if (this.#stopping !== null) return;
    await this.#reloading.reload();
  }

  #reloadSecrets(): Result<'changed' | 'unchanged', readonly object[]> {
    const read = this.#options.readSecrets();
    if (!read.ok) return err(read.error.map((problem) => ({ reason: describeEnvProblem(problem) })));
    const { adminToken, urlSecret } = read.value;
    const isRotated = urlSecret !== null && this.#signer.rotate(urlSecret, Date.now());
    const isSame = adminToken === this.#adminToken && !isRotated;
    this.#adminToken = adminToken;
    return ok(isSame ? 'unchanged' : 'changed');
  }

  /** Take no more requests, finish those that run, and end everything. Further calls wait for the first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    this.#tidying.abort();
    this.#reloading.stop();
    this.#quiet.stop();
    this.#watchdog?.stop();
    await this.#server.stop(LIMITS.drainMs);
    await this.#options.engine.stop(LIMITS.drainMs);
    await this.#options.engine.config.stop();
    stopPushes(this.#pushes);
    await this.#alerts.stop();
    await this.#audit.close();
    await this.#lasting.close();
    await this.#metrics?.stop();
  }

  async #startMetrics(): Promise<void> {
    const { settings, engine, logger } = this.#options;
    if (settings.metrics === null) return;
    const metrics = await openMetrics(settings.metrics, logger, {
      engine,
      registry: this.registry,
      isReady: () => this.#isReady,
      configWarnings: () => this.#advice.count,
      lasting: this.#lasting,
      alerts: this.#alerts,
    });
    this.#metrics = metrics;
  }
}
