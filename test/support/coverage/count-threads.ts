/**
 * Preloaded into each test: threads that are started without an environment count what runs, too. Node looks for the
 * folder of the counts in the environment of the thread.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Worker, type WorkerOptions } from 'node:worker_threads';

const counts = process.env['NODE_V8_COVERAGE'];

class CountingWorker extends Worker {
  constructor(file: string | URL, options: WorkerOptions = {}) {
    const { env } = options;
    super(
      file,
      typeof env === 'object' ? { ...options, env: { ...env, NODE_V8_COVERAGE: counts } } : options,
    );
  }
}

createRequire(import.meta.url)('node:worker_threads').Worker = CountingWorker;
syncBuiltinESMExports();
