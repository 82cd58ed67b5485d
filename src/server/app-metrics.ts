/** Opens the figures for Prometheus on their own port. */
import type { Logger } from '../platform/base/logger.ts';
import type { MetricsServer } from './metrics/metrics-server.ts';

/** The figures for Prometheus. Loaded only if configured: most servers run without metrics, and start sooner. */
export async function openMetrics(
  { host, port: wanted }: { readonly host: string; readonly port: number },
  log: Logger,
  sources: ConstructorParameters<typeof MetricsServer>[0],
): Promise<MetricsServer> {
  const loaded = await import('./metrics/metrics-server.ts');
  const metrics = new loaded.MetricsServer(sources, log);
  const { address, port } = await metrics.listen(host, wanted);
  log.info({ address, port }, 'metrics listening');
  return metrics;
}
