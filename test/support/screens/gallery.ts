/** An engine with the built-in screens of the source tree, to look at what each of them draws. */
import path from 'node:path';
import { findAssets } from '../../../src/config/env/assets.ts';
import { ConfigStore } from '../../../src/config/source/store.ts';
import type { DeviceFacts } from '../../../src/domain/device-facts.ts';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { parsePalette } from '../../../src/domain/palette.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import type { MadeContent } from '../../../src/engine/contents/content-maker.ts';
import { RenderEngine } from '../../../src/engine/render-engine.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { type LogLines, logInto } from '../server/log-lines.ts';
import { until } from '../waiting.ts';

/** The screens of the source tree, which the build copies. */
export const SCREENS_DIR: string = path.join(PACKAGE_ROOT, 'assets', 'screens');

export const SCREENS = [
  'default',
  'clock',
  'calendar',
  'greytest',
  'calibration',
  'weather',
  'transit',
] as const;

/** What comes out of a screen. */
export interface Drawn {
  readonly svg: string;
  readonly hash: string;
  readonly refreshSeconds: number;
  /** Texts of the picture in the order in which they stand in the SVG, entities undone. */
  readonly texts: readonly string[];
  readonly made: MadeContent;
}

export interface DrawOptions {
  /** As a mapping names the screen; else the embedded one is drawn. */
  readonly ref?: string;
  readonly width?: number;
  readonly height?: number;
  /** Comma-separated inks. */
  readonly colors?: string;
  readonly params?: PlainObject;
  readonly device?: Partial<DeviceFacts>;
}

export interface Gallery {
  readonly engine: RenderEngine;
  /** Lines logged so far, parsed. */
  readonly logs: LogLines;
  draw(screen: string, options?: DrawOptions): Promise<Drawn>;
  stop(): Promise<void>;
}

const DEVICE: DeviceFacts = {
  ...NO_REPORT,
  id: parseDeviceId('A4:CF:12:6E:09:5B'),
  name: null,
  friendlyId: 'a1b2c3d4e5f6',
  registrationCode: 'TTFYSCFDVR',
  registered: false,
  firmwareVersion: '1.8.15',
  model: 'og',
  batteryVoltage: 4.05,
  rssi: -63,
};

/**
 * Start an engine. Stop it in the test's `after`.
 * @param localDir   the operator's own screens
 * @param builtinDir the screens that are drawn
 */
export async function openGallery(
  localDir: string | null = null,
  builtinDir: string = SCREENS_DIR,
): Promise<Gallery> {
  const assets = findAssets();
  const config = await ConfigStore.open({ configFile: null, embeddedFile: assets.configFile });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const logs: LogLines = [];
  const log = createLogger('debug', logInto(logs));
  const engine = new RenderEngine({
    config: config.value,
    builtinDir,
    localDir,
    fontDirs: [{ dir: assets.fontsDir, origin: 'embedded' }],
    composeThreads: 1,
    rasterThreads: 1,
    logger: log,
  });
  return {
    engine,
    logs,
    draw: (screen, options = {}) => draw(engine, log, screen, options),
    stop: () => engine.stop(1_000),
  };
}

async function draw(engine: RenderEngine, log: Logger, screen: string, options: DrawOptions): Promise<Drawn> {
  const palette = options.colors === undefined ? null : parsePalette(options.colors);
  const size = { widthPx: options.width ?? 800, heightPx: options.height ?? 480 };
  const made = await engine.contents.make({
    deadline: deadlineIn(30_000),
    config: engine.config.snapshot,
    mapping: {
      key: 'test',
      screen: options.ref ?? `service-builtin/${screen}`,
      params: options.params ?? {},
      tuning: {},
      ...(palette === null ? {} : { palette }),
    },
    mapped: true,
    party: 'entry',
    device: { ...DEVICE, size, ...options.device },
    hasPrevious: false,
    log,
  });
  if (made.kind !== 'content') throw new Error(`${screen}: ${made.kind}`);
  if (made.failure !== null) throw new Error(`${screen}: ${JSON.stringify(made.failure)}`);
  const { svg, hash } = made.content;
  return { svg, hash, refreshSeconds: made.refreshSeconds, texts: textsOf(svg), made };
}

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text\b[^>]*>([\s\S]*?)<\/text>/g)].map(([, content = '']) =>
    plainText(content.replace(/<[^>]*>/g, '')).trim(),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

function plainText(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

/** Wait for a line that a script logs: it comes over a port of its own, maybe after the script's result. */
export async function assertLogged(gallery: Gallery, wanted: RegExp): Promise<void> {
  const isThere = (): boolean => gallery.logs.some((line) => wanted.test(String(line['script'])));
  await until(isThere, `${wanted} is logged`);
}
