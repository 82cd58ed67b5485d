/** What `GET /api/admin/health` answers. */
import { z } from 'zod';
import { CONDITIONS, type FleetCondition } from '../../domain/fleet-state.ts';
import { TIMED_ROUTES } from '../../fleet/health/health-recorder.ts';
import { DRIFTS } from '../../fleet/register/presence.ts';
import { STAGES, type Stage } from '../../platform/base/stages.ts';
import { REPO_STATUSES } from '../../screens/repos/repo-info.ts';
import { timeSchema } from '../view.ts';

const count = z.int().min(0);
const ms = z.number().min(0);
const percentiles = { p50_ms: ms, p95_ms: ms, max_ms: ms };
const thread = z.object({
  size: count.describe('Threads and processes that live'),
  busy: count,
  lost: count.describe('Ended before their time since the start, and replaced'),
});
const stageNames = Object.keys(STAGES) as [Stage, ...Stage[]];

function countsOf<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>;
}

export const healthSchema = z
  .object({
    version: z.string(),
    node: z.string(),
    started: timeSchema,
    uptime_s: count,
    ready: z.boolean().describe('Whether pictures can be drawn'),
    state: z
      .object({
        engine: z.enum(['memory', 'file', 'redis']),
        ok: z.boolean().describe('Whether the store answers'),
        calls: count.describe('Since the start'),
        failed: count,
        mean_ms: ms.nullable().describe('Mean time of a call since the start; null before the first'),
        damaged: z
          .array(
            z.object({ kind: z.string(), count, keys: z.array(z.string()).describe('The first of them') }),
          )
          .describe(
            'Records that were found damaged since the start: they are set aside, and all others are served',
          ),
      })
      .describe('The state store'),
    queues: z.array(
      z.object({
        name: z.enum(['compose', 'raster']),
        waiting: count,
        running: count,
        limit: count.describe('Jobs beyond it are turned away'),
      }),
    ),
    threads: z.object({ compose: thread, raster: thread }),
    confinement: z
      .object({
        landlock: count.describe('Its version; 0 without it'),
        seccomp: z.boolean(),
        hidden: z
          .boolean()
          .describe('Whether the memory of the server is closed to other processes of its user'),
        missing: z.array(z.string()).describe('What does not hold, in words; empty where everything does'),
      })
      .describe('What the kernel has to keep processes that draw apart from others'),
    caches: z.array(
      z.object({
        name: z.string(),
        entries: count.nullable().describe('Null where they are not counted'),
        bytes: count,
        limit_bytes: count,
        hits: count.nullable().describe('Since the start; null where they are not counted'),
        misses: count.nullable(),
      }),
    ),
    latency: z
      .array(
        z.object({
          kind: z.enum(['answer', 'stage']),
          name: z.enum([...TIMED_ROUTES, ...stageNames]),
          count,
          ...percentiles,
        }),
      )
      .describe('The last 15 minutes; percentiles are at most a fifth too large'),
    memory: z.object({ rss: count, heap_used: count, heap_total: count, external: count }).describe('Bytes'),
    servers: z
      .array(
        z.object({
          id: z.string(),
          version: z.string(),
          started: timeSchema,
          config: z.string().describe('Digest of its config'),
          self: z.boolean().describe('True for the one that answers'),
        }),
      )
      .describe('All that share the state store; empty without one'),
    drift: z.array(z.enum(DRIFTS)).describe('In what they differ'),
    screens: z.object({
      slowest: z
        .array(z.object({ screen: z.string(), runs: count, failures: count, ...percentiles }))
        .describe('The last 15 minutes, by the 95th percentile of their own time, drawing not included'),
      failing: z
        .array(
          z.object({
            screen: z.string(),
            devices: count,
            code: z.string().describe('Why the last try failed'),
            since: timeSchema,
            last: timeSchema,
          }),
        )
        .describe('The most devices first'),
      failing_total: count,
    }),
    repos: z.object(countsOf(REPO_STATUSES)).describe('Screen repos from git, by status'),
    alerts: z.object({ firing: count.nullable().describe('Null where the store does not answer') }),
    devices: z
      .object({ total: count, ...(countsOf(CONDITIONS) as Record<FleetCondition, typeof count>) })
      .describe('A device may have several conditions'),
  })
  .meta({
    id: 'Health',
    examples: [
      {
        version: '1.0.0',
        node: '20.18.1',
        started: '2026-02-21T09:00:00.000Z',
        uptime_s: 4210,
        ready: true,
        state: {
          engine: 'redis',
          ok: true,
          calls: 5120,
          failed: 0,
          mean_ms: 0.42,
          damaged: [{ kind: 'device', count: 1, keys: ['AA:BB:CC:DD:EE:FF'] }],
        },
        queues: [
          { name: 'compose', waiting: 0, running: 1, limit: 256 },
          { name: 'raster', waiting: 0, running: 0, limit: 256 },
        ],
        threads: { compose: { size: 6, busy: 1, lost: 0 }, raster: { size: 2, busy: 0, lost: 0 } },
        confinement: { landlock: 7, seccomp: true, hidden: true, missing: [] },
        caches: [
          { name: 'composed', entries: 12, bytes: 80211, limit_bytes: 33554432, hits: 410, misses: 33 },
        ],
        latency: [
          { kind: 'answer', name: 'display', count: 412, p50_ms: 4.76, p95_ms: 19.03, max_ms: 88.1 },
          { kind: 'stage', name: 'draw', count: 33, p50_ms: 13.45, p95_ms: 32, max_ms: 41.7 },
        ],
        memory: { rss: 201326592, heap_used: 61865984, heap_total: 83886080, external: 12582912 },
        servers: [
          {
            id: '5f0c2a9be1d4',
            version: '1.0.0',
            started: '2026-02-21T09:00:00.000Z',
            config: 'a81c77d0e2f9',
            self: true,
          },
        ],
        drift: [],
        screens: {
          slowest: [
            {
              screen: 'local/transit',
              runs: 30,
              failures: 2,
              p50_ms: 215.27,
              p95_ms: 861.08,
              max_ms: 1204.5,
            },
          ],
          failing: [
            {
              screen: 'local/transit',
              devices: 4,
              code: 'script_failed',
              since: '2026-02-21T09:20:00.000Z',
              last: '2026-02-21T10:05:00.000Z',
            },
          ],
          failing_total: 1,
        },
        repos: { ready: 1, fetching: 0, offline: 0, error: 0 },
        alerts: { firing: 1 },
        devices: {
          total: 120,
          pending: 1,
          no_screen: 0,
          never: 2,
          failing: 4,
          late: 3,
          low_battery: 5,
          weak_signal: 2,
          stale_firmware: 11,
        },
      },
    ],
  });
