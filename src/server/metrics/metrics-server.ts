/** Serves metrics in the text format of Prometheus, on a port of its own. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { RenderEngine } from '../../engine/render-engine.ts';
import type { Alerting } from '../../fleet/alerts/alerting.ts';
import type { Registry as DeviceRegistry } from '../../fleet/register/registry.ts';
import { AppError } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { requireHttp1 } from '../http/require-http1.ts';
import { HttpServer } from '../http/server.ts';
import { emptyCensus, takeCensus } from './device-census.ts';
import { deviceMetrics } from './device-metrics.ts';
import { engineMetrics, pictureMetrics, reuseMetrics, workerMetrics } from './engine-metrics.ts';
import { Instruments } from './instruments.ts';
import { outboundMetrics } from './outbound-metrics.ts';
import { screenMetrics } from './screen-metrics.ts';
import { alertMetrics, requestMetrics, type ServerGauges, serverMetrics } from './server-metrics.ts';
import { type StateSources, stateMetrics } from './state-metrics.ts';

export interface MetricSources extends ServerGauges {
  readonly engine: RenderEngine;
  readonly registry: DeviceRegistry;
  readonly alerts: Alerting;
  /** Null where all state is in memory. */
  readonly lasting: StateSources;
}

/**
 * Default metrics that are left out: gauges that are named like counters, and lists of all handles, which take long
 * while thousands of connections are open.
 */
const UNWANTED = ['resources', 'handles', 'requests'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

const PLAIN = { 'Content-Type': 'text/plain', 'X-Content-Type-Options': 'nosniff' };
const STOP_MS = 1_000;

export class MetricsServer {
  readonly #registry = new Registry();
  readonly #server: HttpServer;
  readonly #sources: MetricSources;
  #census = emptyCensus();
  /** The scrape that is to come after the one that runs; who asks meanwhile shares it. */
  #next: Promise<string> | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(sources: MetricSources, logger: Logger) {
    const { engine, registry } = sources;
    this.#sources = sources;
    collectDefaultMetrics({ register: this.#registry });
    for (const name of UNWANTED) this.#registry.removeSingleMetric(name);
    const instruments = new Instruments(this.#registry);
    serverMetrics(instruments, sources, engine.config);
    engineMetrics(instruments, engine);
    alertMetrics(instruments, sources.alerts);
    if (sources.lasting.state.isLasting) stateMetrics(instruments, sources.lasting);
    requestMetrics(instruments, engine.events);
    screenMetrics(instruments, engine.events);
    reuseMetrics(instruments, engine);
    pictureMetrics(instruments, engine.events);
    workerMetrics(instruments, engine.events);
    outboundMetrics(instruments, engine);
    deviceMetrics(instruments, engine, registry, () => this.#census);
    this.#server = new HttpServer((request, response) => this.#answer(request, response), {
      logger,
      maxConnections: LIMITS.metricsConnections,
    });
  }

  /** Start to listen. Rejects with a `ListenError` when the address cannot be used. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return this.#server.listen(host, port);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    try {
      requireHttp1(request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      response.shouldKeepAlive = false;
      response.writeHead(400, PLAIN).end(`${error.message}\n`);
      return;
    }
    if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, PLAIN).end('GET /metrics\n');
      return;
    }
    this.#nextScrape().then(
      (text) => response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  }

  /** A scrape that has not begun yet: one at a time, however many ask for it. */
  #nextScrape(): Promise<string> {
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const scrape = this.#scrape();
      this.#running = scrape.catch(() => {});
      return scrape;
    });
    return this.#next;
  }

  /** All metrics as text. Devices are served between one metric and the next. */
  async #scrape(): Promise<string> {
    const { engine, registry, lasting } = this.#sources;
    // A server with many devices has them some seconds after its start.
    await lasting.keeper.whole();
    this.#census = await takeCensus(registry, engine.config.snapshot, Date.now());
    const texts: string[] = [];
    for (const { name } of this.#registry.getMetricsAsArray()) {
      texts.push(await this.#registry.getSingleMetricAsString(name));
      await setImmediate();
    }
    return `${texts.join('\n\n')}\n`;
  }

  /** A scrape that runs may end, for a moment: Prometheus asks again. */
  stop(): Promise<void> {
    return this.#server.stop(STOP_MS);
  }
}
