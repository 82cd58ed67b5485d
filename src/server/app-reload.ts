/** Takes what has changed while the server runs: its config, as soon as that is written, and fonts and secrets when it is told to. */
import type { AdminApi } from '../admin/admin-api.ts';
import { Reloader, type ReloadSource } from '../config/source/reloader.ts';
import { type ConfigWatcher, watchConfig } from '../config/source/watch-config.ts';
import type { ConfigWriter } from '../config/source/writer.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import type { Logger } from '../platform/base/logger.ts';
import type { Part } from '../platform/base/parts.ts';
import { err, type Result } from '../platform/base/result.ts';
import { mainTurns } from '../platform/base/turns.ts';

type MappingNotes = Part<typeof import('../admin/devices/note-mappings.ts')>;

export class AppReload {
  readonly #all: Reloader;
  /** Null for the embedded config. */
  readonly #watcher: ConfigWatcher | null;

  /**
   * @param secrets  reads the secrets again
   * @param devices  whose trails tell of what is changed for them
   * @param notes    what tells it: a late part, as the admin API is, that nothing may lack when it is needed
   */
  constructor(
    engine: RenderEngine,
    writer: Promise<ConfigWriter>,
    logger: Logger,
    secrets: () => Result<'changed' | 'unchanged', readonly object[]>,
    devices: () => Pick<AdminApi, 'registry' | 'trail'>,
    notes: MappingNotes,
  ) {
    const config = configSource(engine, writer, devices, notes);
    const sources = [
      config,
      { name: 'fonts', reload: () => reloadFonts(engine) },
      { name: 'secrets', reload: async () => secrets() },
    ];
    this.#all = new Reloader(sources, logger);
    const quiet = new Reloader([config], logger, { isQuiet: true });
    this.#watcher = watchConfig(engine.config.source, () => void quiet.reload());
  }

  /** Follow the config. */
  start(): void {
    this.#watcher?.start();
  }

  stop(): void {
    this.#watcher?.stop();
  }

  /** Read all again. What cannot be used stays as it was, and the log says why. */
  async reload(): Promise<void> {
    await this.#watcher?.take();
    await this.#all.reload();
  }
}

async function reloadFonts(engine: RenderEngine): ReturnType<ReloadSource['reload']> {
  const read = await engine.reloadFonts();
  return read.ok ? read : err([{ reason: read.error }]);
}

/** Tells who has changed a config that was read again; null where somebody else tells it: the server that has saved it. */
async function changedBy(source: RenderEngine['config']['source']): Promise<string | null> {
  return source.kind === 'store' ? source.stored.takeCommandNote() : 'an edit of the config file';
}

function configSource(
  engine: RenderEngine,
  writer: Promise<ConfigWriter>,
  devices: () => Pick<AdminApi, 'registry' | 'trail'>,
  notes: MappingNotes,
): ReloadSource {
  const reload = async (): ReturnType<ReloadSource['reload']> => {
    const { snapshot: before, source } = engine.config;
    const read = await (await writer).reload();
    engine.repos.followConfig();
    if (read.ok && read.value === 'changed') {
      const who = await changedBy(source);
      const change = { before, after: engine.config.snapshot, edits: null };
      if (who !== null) {
        const { noteMappings } = await notes();
        await mainTurns.do('config', noteMappings(devices(), { ...change, who }));
      }
    }
    if (read.ok) return read;
    return err(read.error.map(({ reason, ...place }) => ({ config: { ...place, message: reason } })));
  };
  return { name: 'config', reload };
}
