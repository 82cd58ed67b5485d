/** Reads the `devices` section: which screen each device shows, and how. */
import { LIMITS } from '../base/limits.ts';
import { normalDeviceKey } from '../domain/frame.ts';
import type { Mapping } from '../domain/mapping.ts';
import { ON_ERROR } from '../domain/on-error.ts';
import type { Panel } from '../domain/panel.ts';
import { holdsPalette } from '../domain/png-form.ts';
import { parseScreenRef } from '../domain/screen-ref.ts';
import { TEXT_MODES } from '../domain/text-mode.ts';
import type { Findings } from '../yaml/findings.ts';
import { asMap, MapReader } from '../yaml/map-reader.ts';
import type { YamlEntry } from '../yaml/node.ts';
import { DEVICE_KEYS, TEMPERATURE_PROFILES } from './keys.ts';
import { readFrameTokens } from './read-frame-tokens.ts';
import { readSchedule } from './read-schedule.ts';
import { readAlgorithmName, readPalette, readRotation, readTuning } from './read-values.ts';

type DeviceReader = MapReader<(typeof DEVICE_KEYS)[number]>;

/** An entry under `devices`, read without the others. */
export interface DeviceEntry {
  readonly entry: YamlEntry;
  /** Null for a key that names no device. */
  readonly normalKey: string | null;
  /** Undefined when the entry cannot be used. */
  readonly mapping: Mapping | undefined;
}

/** An entry and the line of its key in the file. */
export interface PlacedDevice {
  readonly kept: DeviceEntry;
  readonly line: number;
}

/** Read an entry, without regard to other entries and sections. */
export function readDevice(entry: YamlEntry, findings: Findings): DeviceEntry {
  const normalKey = normalDeviceKey(entry.key);
  if (normalKey !== null) return { entry, normalKey, mapping: readOwn(entry, findings) };
  findings.warn(
    entry,
    `devices: expected a MAC address, a registration code or DEFAULT, got ${JSON.stringify(entry.key)}; it is left out`,
  );
  return { entry, normalKey, mapping: undefined };
}

/**
 * The mappings by the normal form of their keys. Notes doubled devices and panels that do not exist.
 * @param devices in the order of the file
 */
export function gatherMappings(
  devices: readonly PlacedDevice[],
  panels: ReadonlyMap<string, Panel>,
  findings: Findings,
): ReadonlyMap<string, Mapping> {
  const mappings = new Map<string, Mapping>();
  let usable = 0;
  for (const { kept, line } of devices) {
    const { entry, normalKey, mapping } = kept;
    if (normalKey === null || mapping === undefined) continue;
    usable++;
    mappings.set(normalKey, mapping);
    const message = panelProblem(mapping, panels);
    if (message !== null) findings.warn({ line, column: entry.column }, `devices.${entry.key}${message}`);
  }
  if (mappings.size < usable || findings.problems.length > 0) noteDoubles(devices, findings);
  return mappings;
}

/** What is wrong with the panel that a mapping names, to be put behind the name of its entry. */
export function panelProblem(
  { panel: name, palette }: Mapping,
  panels: ReadonlyMap<string, Panel>,
): string | null {
  if (name === undefined) return null;
  const panel = panels.get(name);
  // The name is kept: the device shows an error screen with it.
  if (panel === undefined) return `: there is no panel ${JSON.stringify(name)}`;
  if (palette === undefined || holdsPalette(panel.png, palette)) return null;
  return `.colors: a PNG of panels.${name}.png does not hold these colours; they are left out`;
}

/** Note keys that mean the same device, such as a code with and without hyphen. */
function noteDoubles(devices: readonly PlacedDevice[], findings: Findings): void {
  const seen = new Map<string, PlacedDevice>();
  for (const device of devices) {
    const { entry, normalKey } = device.kept;
    if (normalKey === null) continue;
    const before = seen.get(normalKey);
    if (before === undefined) {
      seen.set(normalKey, device);
      continue;
    }
    const [own, other] = [entry.key, before.kept.entry.key].map((key) => JSON.stringify(key));
    findings.problem(
      { line: device.line, column: entry.column },
      `devices: ${own} is the same device as ${other} in line ${before.line}`,
    );
  }
}

function readOwn(entry: YamlEntry, findings: Findings): Mapping | undefined {
  const path = `devices.${entry.key}`;
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  return readMapping(entry, new MapReader(map, { path, keys: DEVICE_KEYS, findings, strictness: 'skip' }));
}

/** What an entry says, be it of a device or of a frame. Undefined for one without a screen, with a problem. */
export function readMapping(entry: YamlEntry, reader: DeviceReader): Mapping | undefined {
  const { findings, path } = reader;
  const screen = reader.text('screen');
  if (screen === undefined) {
    findings.problem(reader.positionOf('screen'), `${path}: expected a \`screen\`, got none`);
    return undefined;
  }
  if (screen.includes('/') && parseScreenRef(screen) === null) {
    findings.warn(entry, `${path}: expected a screen as name or handle/path, got ${JSON.stringify(screen)}`);
  }
  return {
    key: entry.key,
    screen,
    params: reader.plain('params'),
    ...readAppearance(reader),
    ...readBehaviour(reader),
    tuning: readTuning(reader),
  };
}

function readAppearance(
  reader: DeviceReader,
): Pick<Mapping, 'panel' | 'dither' | 'palette' | 'text' | 'rotate' | 'minPngBytes'> {
  return defined({
    panel: reader.text('panel'),
    dither: readAlgorithmName(reader, 'dither'),
    palette: readPalette(reader, 'colors'),
    text: reader.choice('text', TEXT_MODES),
    rotate: readRotation(reader, 'rotate'),
    minPngBytes: reader.integer('min_png_bytes', 0, LIMITS.pngBytesLarge),
  });
}

function readBehaviour(
  reader: DeviceReader,
): Pick<
  Mapping,
  | 'name'
  | 'refreshSeconds'
  | 'temperatureProfile'
  | 'maximumCompatibility'
  | 'onError'
  | 'frameTokens'
  | 'schedule'
> {
  return defined({
    name: reader.text('name'),
    refreshSeconds: reader.integer('refresh', 0, LIMITS.refreshMaxSeconds),
    temperatureProfile: reader.choice('temperature_profile', TEMPERATURE_PROFILES),
    maximumCompatibility: reader.boolean('maximum_compatibility'),
    onError: reader.choice('on_error', ON_ERROR),
    frameTokens: readFrameTokens(reader),
    schedule: readSchedule(reader),
  });
}

type Defined<T> = { [Field in keyof T]?: Exclude<T[Field], undefined> };

/** The object without its undefined fields. */
function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
