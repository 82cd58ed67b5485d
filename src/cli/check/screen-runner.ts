/** Runs the screens of a folder without a server, and draws them into PNG files. */

import { tuneAllocator } from '../../config/env/allocator.ts';
import { findAssets } from '../../config/env/assets.ts';
import { PLAIN_MOUNT } from '../../domain/mount.ts';
import { resolveRenderSpec } from '../../domain/render-spec.ts';
import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import type { Display } from '../../engine/check/displays.ts';
import { type DryRun, DryRunner } from '../../engine/check/dry-run.ts';
import { type CheckFinding, findingOf, warningOf } from '../../engine/check/finding.ts';
import type { Composed } from '../../engine/jobs/jobs.ts';
import { RasterPool } from '../../engine/pool/raster-pool.ts';
import { fontTable } from '../../engine/render-engine.ts';
import { type FontBook, readFontBook } from '../../pictures/fonts/font-book.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { Result } from '../../platform/base/result.ts';
import type { OwnedFolder } from '../../platform/files/owned-folder.ts';
import { makeTempFolder } from '../../platform/files/temp-folders.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import { scriptLogger } from '../script-log.ts';
import { loadSettings } from '../settings.ts';
import { fontDirs } from '../setup.ts';
import { writeOutput } from '../write-output.ts';

/** A screen after its run on a display. */
export interface ComposedScreen {
  readonly screen: Screen;
  readonly composed: Composed;
  readonly display: Display;
}

/** Owns threads and, after the first drawing, a folder: stop it. */
export class ScreenRunner {
  readonly #log: Logger = scriptLogger({ once: true });
  readonly #fonts: FontBook;
  readonly #catalogue: ScreenCatalogue;
  readonly #runner: DryRunner;
  #raster: { readonly pool: RasterPool; readonly scratch: OwnedFolder } | null = null;

  /** @param root absolute folder that the screens are below */
  constructor(root: string) {
    tuneAllocator();
    const assets = findAssets();
    this.#fonts = readFontBook(fontDirs(loadSettings(), assets));
    this.#catalogue = new ScreenCatalogue({ builtinDir: assets.screensDir, localDir: root });
    this.#runner = new DryRunner({ fonts: fontTable(this.#fonts), log: this.#log });
  }

  /** The screen at a path below the root. */
  locate(name: string): Result<Screen> {
    return this.#catalogue.locate(`${LOCAL_HANDLE}/${name}`, { screens: new Map() });
  }

  run(screen: Screen, displays: readonly Display[]): Promise<DryRun> {
    return this.#runner.run(screen, displays);
  }

  /**
   * Draw a screen as a panel without a mapping would show it. Returns the findings about the picture.
   * @param output  PNG file to write; null for none
   */
  async draw({ screen, composed, display }: ComposedScreen, output: string | null): Promise<CheckFinding[]> {
    const spec = resolveRenderSpec({
      display: { ...display, ...PLAIN_MOUNT, panel: null },
      mapping: { key: 'check', screen: screen.ref, params: {}, tuning: {} },
      script: composed.choices,
      screenText: screen.text,
    });
    const assets = { roots: screen.roots, dir: screen.dir };
    const { pool } = this.#rasterizer();
    const { svg, origins } = composed;
    const picture = await pool.run(
      { svg, name: screen.templateFile, assets, origins, spec },
      deadlineIn(LIMITS.rasterWallMs),
    );
    if (!picture.ok) return [findingOf(picture.error, screen.templateFile)];
    if (output !== null) await writeOutput(output, picture.value.png);
    return picture.value.warnings.map((warning) => warningOf(warning, screen.templateFile));
  }

  async stop(): Promise<void> {
    await this.#runner.stop();
    if (this.#raster === null) return;
    const { pool, scratch } = this.#raster;
    await pool.stop(0);
    scratch.remove();
  }

  /** Most checks draw nothing. */
  #rasterizer(): { readonly pool: RasterPool } {
    if (this.#raster === null) {
      const scratch = makeTempFolder('check-');
      const pool = new RasterPool({
        log: this.#log,
        fonts: this.#fonts,
        scratchDir: scratch.path,
        threads: 1,
      });
      this.#raster = { pool, scratch };
    }
    return this.#raster;
  }
}
