/** Serves metrics in the text format of Prometheus, on a port of its own. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { listen } from '../http/listen.ts';
import type { ObserveAnswer } from '../http/request-context.ts';
import { engineMetrics, type MetricSources } from './engine-metrics.ts';
import { requestMetrics } from './request-metrics.ts';

export class MetricsServer {
  readonly observe: ObserveAnswer;
  readonly #registry = new Registry();
  readonly #server: Server;

  constructor(sources: MetricSources) {
    collectDefaultMetrics({ register: this.#registry });
    engineMetrics(this.#registry, sources);
    this.observe = requestMetrics(this.#registry);
    this.#server = createServer((request, response) => {
      if (request.url !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('GET /metrics\n');
        return;
      }
      this.#registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }

  /** Start to listen. Rejects with a `ListenError` when the address cannot be used. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return listen(this.#server, host, port);
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
