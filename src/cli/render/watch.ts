/** `stipple render --watch`: draws again whenever the screens or the config change. */

import path from 'node:path';
import type { EnvSettings } from '../../config/env/env.ts';
import { describeConfigProblem } from '../../config/read/findings.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { realPath } from '../../platform/files/paths.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { stopSignal } from '../stop-signal.ts';
import { isCut, nextState, stateOf, type Watched } from './changes.ts';
import { draw } from './draw.ts';
import type { RenderOptions } from './options.ts';

/**
 * The files that a command watches.
 * @throws {ExitError} 64 where everything comes from what is embedded
 */
export function watchedBy(
  { screensDir, configFile }: Pick<EnvSettings, 'screensDir' | 'configFile'>,
  { outputs }: Pick<RenderOptions, 'outputs'>,
): Watched {
  const places = [screensDir, configFile].filter((place) => place !== null);
  if (places.length === 0) {
    const message =
      '--watch: nothing can change, as all screens are embedded; set SCREENS_DIR or CONFIG_FILE';
    throw new ExitError(EXIT.usage, message);
  }
  const written = [outputs.png, outputs.svg].filter((file) => file !== null);
  return { places: places.map(placeOf), except: new Set(written.map(placeOf)) };
}

/** The canonical path. A file that does not exist yet may be in a folder that does. */
function placeOf(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return realPath(file) ?? path.join(realPath(folder) ?? folder, path.basename(file));
}

/**
 * Draw, and draw again after every change, until the user stops it. An invalid screen or config is reported, and the
 * next change awaited.
 */
export async function watch(
  engine: RenderEngine,
  options: RenderOptions,
  watched: Watched,
  log: Logger,
): Promise<void> {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  // The state from before drawing, so that changes during it count.
  let state = stateOf(watched);
  if (isCut(state)) say.error('warning: there are too many files; not all of them are watched');
  for (
    let next: string | null = state;
    next !== null;
    next = await nextState(state, watched, stopping.signal)
  ) {
    state = next;
    await drawAnew(engine, options, log);
  }
}

async function drawAnew(engine: RenderEngine, options: RenderOptions, log: Logger): Promise<void> {
  const config = await engine.config.reload();
  if (!config.ok) {
    for (const problem of config.error) say.error(describeConfigProblem(problem));
    return;
  }
  try {
    await draw(engine, options, log, 'line');
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    say.error(error.message);
  }
}
