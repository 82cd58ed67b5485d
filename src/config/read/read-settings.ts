/** Reads what entries of devices and frames, and groups, have in common: how a screen is shown. */

import type { MappingEntry, MappingSettings } from '../../domain/mapping.ts';
import { ON_ERROR } from '../../domain/on-error.ts';
import type { Panel } from '../../domain/panel.ts';
import { holdsPalette } from '../../domain/png-form.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { TEXT_MODES } from '../../domain/text-mode.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { defined } from '../../platform/base/plain.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry } from '../../platform/yaml/node.ts';
import { type DEVICE_KEYS, type SETTING_KEYS, TEMPERATURE_PROFILES } from './keys.ts';
import { readFirmwareSettings } from './read-firmware-settings.ts';
import { readFrameTokens } from './read-frame-tokens.ts';
import { readSchedule } from './read-schedule.ts';
import { readAlgorithmName, readPalette, readRotation, readTuning } from './read-values.ts';

type SettingKey = (typeof SETTING_KEYS)[number];

/** What an entry of a device or of a frame says. */
export function readEntry(
  entry: YamlEntry,
  reader: MapReader<(typeof DEVICE_KEYS)[number]>,
): Omit<MappingEntry, 'tags'> {
  return {
    key: entry.key,
    screen: readScreenName(entry, reader) ?? null,
    ...readSettings(reader),
    ...defined({ name: reader.text('name'), frameTokens: readFrameTokens(reader) }),
  };
}

/** The screen of an entry or of a group. One that no screen can have is kept: the device shows an error screen with it. */
export function readScreenName<Key extends SettingKey>(
  entry: YamlEntry,
  reader: MapReader<Key | SettingKey>,
): string | undefined {
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

/** Everything but the screen. */
export function readSettings<Key extends SettingKey>(reader: MapReader<Key | SettingKey>): MappingSettings {
  return {
    params: reader.plain('params'),
    ...defined({
      panel: reader.text('panel'),
      dither: readAlgorithmName(reader, 'dither'),
      palette: readPalette(reader, 'colors'),
      text: reader.choice('text', TEXT_MODES),
      rotate: readRotation(reader, 'rotate'),
      minPngBytes: reader.integer('min_png_bytes', 0, LIMITS.pngBytesLarge),
      refreshSeconds: reader.integer('refresh', 0, LIMITS.refreshMaxSeconds),
      temperatureProfile: reader.choice('temperature_profile', TEMPERATURE_PROFILES),
      ...readFirmwareSettings(reader),
      maximumCompatibility: reader.boolean('maximum_compatibility'),
      onError: reader.choice('on_error', ON_ERROR),
      schedule: readSchedule(reader),
    }),
    tuning: readTuning(reader),
  };
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
