/** Reads the metrics of a server as Prometheus does. */
import assert from 'node:assert/strict';
import type { TestServer } from './server.ts';

export interface Scrape {
  readonly text: string;
  /** Values by name and labels as they are written. */
  readonly samples: ReadonlyMap<string, number>;
  /** Names as in the `# TYPE` lines, with their types. */
  readonly types: ReadonlyMap<string, string>;
}

/** Where a server with `METRICS_ADDR` serves them. */
export function metricsUrl({ logs }: Pick<TestServer, 'logs'>): string {
  const line = logs.find((entry) => entry['msg'] === 'metrics listening');
  assert.ok(line !== undefined, 'METRICS_ADDR is not set');
  return `http://127.0.0.1:${line['port']}/metrics`;
}

/** Scrape a server. */
export async function scrape(url: string): Promise<Scrape> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line): [string, number] => {
    const end = line.lastIndexOf(' ');
    return [line.slice(0, end), Number(line.slice(end + 1))];
  });
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]);
  return { text, samples: new Map(samples), types: new Map(types as [string, string][]) };
}
