/** Reads the `devices` section: which screen each device shows, and how. */
import { LIMITS } from '../base/limits.ts';
import { isPlainObject, type PlainObject } from '../base/plain.ts';
import type { Findings } from '../base/yaml/findings.ts';
import { asMap, MapReader } from '../base/yaml/map-reader.ts';
import { toPlain, type YamlEntry, type YamlMap } from '../base/yaml/node.ts';
import { parseDeviceId } from '../domain/device-id.ts';
import { DEFAULT_KEY, type Mapping } from '../domain/mapping.ts';
import { parseRegistrationCode } from '../domain/registration-code.ts';
import { parseScreenRef } from '../domain/screen-ref.ts';
import { TEXT_MODES } from '../domain/text-mode.ts';
import { DEVICE_KEYS, TEMPERATURE_PROFILES } from './keys.ts';
import { readAlgorithmName, readPalette, readTuning } from './read-values.ts';

type DeviceReader = MapReader<(typeof DEVICE_KEYS)[number]>;

/**
 * Normal form of a key under `devices`: a MAC address, a registration code without hyphen, or `DEFAULT`.
 * Null when it is none of them.
 */
export function normalDeviceKey(key: string): string | null {
  const trimmed = key.trim();
  if (trimmed.toUpperCase() === DEFAULT_KEY) return DEFAULT_KEY;
  return parseDeviceId(trimmed) ?? parseRegistrationCode(trimmed);
}

/** The mappings by the normal form of their keys. */
export function readDevices(section: YamlMap, findings: Findings): ReadonlyMap<string, Mapping> {
  const mappings = new Map<string, Mapping>();
  const seen = new Map<string, YamlEntry>();
  for (const entry of section.entries) {
    const key = normalDeviceKey(entry.key);
    if (key === null) {
      findings.warn(
        entry,
        `devices: expected a MAC address, a registration code or DEFAULT, got ${JSON.stringify(entry.key)}; it is left out`,
      );
      continue;
    }
    const before = seen.get(key);
    if (before !== undefined) {
      findings.problem(
        entry,
        `devices: ${JSON.stringify(entry.key)} is the same device as ${JSON.stringify(before.key)} in line ${before.line}`,
      );
      continue;
    }
    seen.set(key, entry);
    const mapping = readMapping(entry, findings);
    if (mapping !== undefined) mappings.set(key, mapping);
  }
  return mappings;
}

function readMapping(entry: YamlEntry, findings: Findings): Mapping | undefined {
  const path = `devices.${entry.key}`;
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader = new MapReader(map, { path, keys: DEVICE_KEYS, findings, strictness: 'skip' });
  const screen = reader.text('screen');
  if (screen === undefined) {
    findings.problem(reader.placeOf('screen'), `${path}: expected a \`screen\`, got none`);
    return undefined;
  }
  return {
    key: entry.key,
    screen,
    params: readParams(reader),
    ...readAppearance(reader),
    ...readBehaviour(reader),
    tuning: readTuning(reader),
  };
}

function readParams(reader: DeviceReader): PlainObject {
  const map = reader.map('params');
  const plain = map === undefined ? {} : toPlain(map);
  return isPlainObject(plain) ? plain : {};
}

function readAppearance(
  reader: DeviceReader,
): Pick<Mapping, 'panel' | 'dither' | 'palette' | 'text' | 'minPngBytes'> {
  return defined({
    panel: reader.text('panel'),
    dither: readAlgorithmName(reader, 'dither'),
    palette: readPalette(reader, 'colors'),
    text: reader.choice('text', TEXT_MODES),
    minPngBytes: reader.integer('min_png_bytes', 0, LIMITS.pngBytesLarge),
  });
}

function readBehaviour(
  reader: DeviceReader,
): Pick<Mapping, 'name' | 'refreshSeconds' | 'temperatureProfile' | 'maximumCompatibility'> {
  return defined({
    name: reader.text('name'),
    refreshSeconds: reader.integer('refresh', 0, LIMITS.refreshMaxSeconds),
    temperatureProfile: reader.choice('temperature_profile', TEMPERATURE_PROFILES),
    maximumCompatibility: reader.boolean('maximum_compatibility'),
  });
}

type Defined<T> = { [Field in keyof T]?: Exclude<T[Field], undefined> };

/** The object without its undefined fields. */
function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** Notes what a device names that does not exist. The names stay: the device shows an error screen that says so. */
export function warnOfUnknownNames(
  section: YamlMap,
  known: { readonly panels: ReadonlyMap<string, unknown> },
  mappings: ReadonlyMap<string, Mapping>,
  findings: Findings,
): void {
  for (const entry of section.entries) {
    const mapping = mappings.get(normalDeviceKey(entry.key) ?? '');
    if (mapping?.key !== entry.key) continue;
    if (mapping.panel !== undefined && !known.panels.has(mapping.panel)) {
      findings.warn(entry, `devices.${entry.key}: there is no panel ${JSON.stringify(mapping.panel)}`);
    }
    if (mapping.screen.includes('/') && parseScreenRef(mapping.screen) === null) {
      findings.warn(
        entry,
        `devices.${entry.key}: expected a screen as name or handle/path, got ${JSON.stringify(mapping.screen)}`,
      );
    }
  }
}
