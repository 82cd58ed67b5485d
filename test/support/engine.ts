/** An engine with screens and config of a test's own, without a server. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findAssets } from '../../src/config/env/assets.ts';
import { ConfigStore } from '../../src/config/source/store.ts';
import { RenderEngine } from '../../src/engine/render-engine.ts';
import { createLogger, type Logger } from '../../src/platform/base/logger.ts';
import { addFiles } from './files/temp-tree.ts';
import { type LogLines, logInto } from './server/log-lines.ts';

export interface TestEngine {
  readonly engine: RenderEngine;
  readonly log: Logger;
  /** Everything logged so far, parsed. */
  readonly logs: LogLines;
  /** Add files of screens, or write them anew. */
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
}

/**
 * Open an engine with one thread of each kind. Stop it in the test's `after`.
 * @param folder  a temporary folder
 * @param screens files by their path inside the screens directory
 * @param config  text of the config file
 */
export async function openEngine(
  folder: string,
  screens: Readonly<Record<string, string | Uint8Array>>,
  config: string,
): Promise<TestEngine> {
  const localDir = path.join(folder, 'screens');
  addFiles(localDir, screens);
  const configFile = path.join(folder, 'config.yaml');
  writeFileSync(configFile, config);
  const opened = await ConfigStore.open({ configFile });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  const assets = findAssets();
  const engine = new RenderEngine({
    config: opened.value,
    builtinDir: assets.screensDir,
    localDir,
    fontDirs: [{ dir: assets.fontsDir, origin: 'embedded' }],
    composeThreads: 1,
    rasterThreads: 1,
    rasterIsolation: 'thread',
    logger: log,
  });
  stayAlive(engine);
  return { engine, log, logs, write: (files) => addFiles(localDir, files) };
}

/** A server listens, and so lives on; here the process would end while a picture waits for a quiet moment to be drawn. */
export function stayAlive(engine: RenderEngine): void {
  const alive = setInterval(() => {}, 60_000);
  const stop = engine.stop.bind(engine);
  engine.stop = (graceMs) => {
    clearInterval(alive);
    return stop(graceMs);
  };
}
