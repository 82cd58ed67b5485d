/** Process entry of the upstreams that screens of a bench ask: serves until the bench goes away. */
import { serveUpstreams } from '../src/bench/server/upstream.ts';
import type { UpstreamStarted } from '../src/bench/server/upstream-process.ts';
import { findAssets } from '../src/config/env/assets.ts';

process.once('disconnect', () => process.exit(0));
const ports = await serveUpstreams(Number(process.argv[2]), findAssets().examplesDir);
process.send?.({ ports } satisfies UpstreamStarted);
