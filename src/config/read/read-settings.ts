/** Reads what entries of devices and frames, and groups, have in common: how a screen is shown. */

import type { MappingEntry, MappingSettings } from '../../domain/mapping.ts';
import type { Panel } from '../../domain/panel.ts';
import { holdsPalette } from '../../domain/png-form.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import type { SettingKind, SettingPlace, SettingValue } from '../../domain/setting.ts';
import { settingsOn } from '../../domain/settings.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry } from '../../platform/yaml/node.ts';
import { readFrameTokens } from './read-frame-tokens.ts';
import { readSchedule } from './read-schedule.ts';
import { oneOf, readAlgorithmName, readPalette, readTags, readTuning } from './read-values.ts';

type Reader = MapReader<string>;

/** Reads a value of each kind, but for those that are read by themselves: the screen, params and dither numbers. */
const READERS = {
  line: (reader, key) => reader.text(key),
  panel: (reader, key) => reader.text(key),
  algorithm: readAlgorithmName,
  word: (reader, key, { words = [] }) => reader.choice(key, words.map(String)),
  degrees: (reader, key, { words = [] }) => oneOf(reader, key, words),
  integer: (reader, key, { min = 0, max = 0 }) => reader.integer(key, min, max),
  flag: (reader, key) => reader.boolean(key),
  colours: readPalette,
  tags: readTags,
  schedule: readSchedule,
  tokens: readFrameTokens,
} as const satisfies Partial<
  Record<SettingKind, (reader: Reader, key: string, row: SettingValue) => unknown>
>;

/** Read the settings of some rows, by the fields that hold them. */
export function readSettingFields(
  reader: Reader,
  rows: readonly (readonly [key: string, row: SettingValue])[],
): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [key, row] of rows) {
    if (!isReadHere(row.kind)) continue;
    const value = READERS[row.kind](reader, key, row);
    if (value !== undefined) fields[row.field] = value;
  }
  return fields;
}

function isReadHere(kind: SettingKind): kind is keyof typeof READERS {
  return kind in READERS;
}

/** What an entry of a device or of a frame says. */
export function readEntry(entry: YamlEntry, reader: Reader, place: 'device' | 'frame'): MappingEntry {
  return {
    key: entry.key,
    screen: readScreenName(entry, reader) ?? null,
    ...readSettings(reader, place),
  };
}

/** The screen of an entry or of a group. One that no screen can have is kept: the device shows an error screen with it. */
export function readScreenName(entry: YamlEntry, reader: Reader): string | undefined {
  const screen = reader.text('screen');
  if (screen?.includes('/') && parseScreenRef(screen) === null) {
    const got = JSON.stringify(screen);
    reader.findings.warn(entry, `${reader.path}: expected a screen as name or handle/path, got ${got}`);
  }
  return screen;
}

/** The problem of an entry without a screen. */
export function noScreen(path: string): string {
  return `${path}: expected a \`screen\`, got none`;
}

const ROWS = { device: settingsOn('device'), frame: settingsOn('frame'), group: settingsOn('group') };

/** Everything but the screen. */
export function readSettings(reader: Reader, place: SettingPlace): MappingSettings {
  const params = reader.plain('params');
  return { params, ...readSettingFields(reader, ROWS[place]), tuning: readTuning(reader) };
}

/** What is wrong with the panel that a mapping names, to be put behind the name of its entry. */
export function panelProblem(
  { panel: name, palette }: MappingSettings,
  panels: ReadonlyMap<string, Panel>,
): string | null {
  if (name === undefined) return null;
  const panel = panels.get(name);
  // The name is kept: the device shows an error screen with it.
  if (panel === undefined) return `: there is no panel ${JSON.stringify(name)}`;
  if (palette === undefined || holdsPalette(panel.png, palette)) return null;
  return `.colors: a PNG of panels.${name}.png does not hold these colours; they are left out`;
}
