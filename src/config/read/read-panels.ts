/** Reads the `panels` section: profiles of displays. */

import { isKnownAlgorithm, resolveAlgorithm } from '../../domain/algorithm.ts';
import { FOUR_GREYS, measuredOfPalette, type Palette } from '../../domain/palette.ts';
import {
  PANEL_FALLBACKS,
  type Panel,
  type PanelDither,
  type PanelSource,
  PLAIN_PANEL_ROWS,
} from '../../domain/panel.ts';
import { inksOfForm } from '../../domain/png-form.ts';
import type { Tuning } from '../../domain/tuning.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlMap } from '../../platform/yaml/node.ts';
import { nested, readEntries } from './entries.ts';
import { ALGORITHM_KEYS, PANEL_DITHER_KEYS, PANEL_KEYS } from './keys.ts';
import { noteSameMatches, readMatch } from './read-panel-match.ts';
import { type PanelReader, readOffset, readPngForm } from './read-panel-png.ts';
import { readSettingFields } from './read-settings.ts';
import { readAlgorithmName, readColours, readPalette, readSize, readTuning } from './read-values.ts';

/** The panels by name, in the order of the file. Two with the same match are a problem: nobody can guess which is meant. */
export function readPanels(
  section: YamlMap,
  findings: Findings,
  source: PanelSource = 'config',
): ReadonlyMap<string, Panel> {
  const panels = new Map<string, Panel>();
  const how = { path: 'panels', keys: PANEL_KEYS, strictness: 'skip' } as const;
  readEntries(section, how, findings, (reader, { key }) => panels.set(key, readPanel(reader, key, source)));
  noteSameMatches(section, panels, findings);
  return panels;
}

function readPanel(reader: PanelReader, name: string, source: PanelSource): Panel {
  const size = readSize(reader);
  const written = readPalette(reader, 'colors') ?? null;
  const png = readPngForm(reader, written);
  const palette = written ?? (png === null ? null : inksOfForm(png));
  const plain = { ...PANEL_FALLBACKS, title: name, ...readSettingFields(reader, PLAIN_PANEL_ROWS) };
  if (plain.ditherMeasured) noteUnmeasured(reader);
  return {
    ...plain,
    name,
    source,
    match: readMatch(reader),
    size,
    palette,
    measured: readMeasured(reader, palette),
    dither: readDither(reader),
    offset: readOffset(reader, size),
    png,
  };
}

/** Measured colours have the order of `colors` as written, else of the four greys. Two may be equal. */
function readMeasured(reader: PanelReader, palette: Palette | null): Palette | null {
  const measured = readColours(reader, 'colors_actual');
  const unusable = palette === null && reader.has('colors');
  if (measured === undefined || unusable) return null;
  const sent = (palette === null ? undefined : readColours(reader, 'colors')) ?? palette ?? FOUR_GREYS;
  if (sent.length !== measured.length) {
    const whose = reader.has('colors') ? `${sent.length} in \`colors\`` : `${sent.length} greys`;
    reader.findings.warn(
      reader.positionOf('colors_actual'),
      `${reader.path}.colors_actual: expected a colour for each of the ${whose}, got ${measured.length}; it is left out`,
    );
    return null;
  }
  // The palette keeps the first of repeated colours, so the same ones are chosen here.
  return measuredOfPalette(measured, sent);
}

function noteUnmeasured(reader: PanelReader): void {
  if (reader.has('colors_actual')) return;
  const place = reader.positionOf('dither_measured');
  reader.findings.warn(place, `${reader.path}.dither_measured: has no effect without colors_actual`);
}

function readDither(reader: PanelReader): PanelDither {
  const node = reader.node('dither');
  if (node === undefined) return { tuning: {}, perAlgorithm: {} };
  if (node.kind === 'scalar') return { ...readAlgorithm(reader, 'dither'), tuning: {}, perAlgorithm: {} };
  const map = reader.map('dither');
  if (map === undefined) return { tuning: {}, perAlgorithm: {} };
  const { findings } = reader;
  const path = reader.pathOf('dither');
  const dither = new MapReader(map, {
    path,
    keys: PANEL_DITHER_KEYS,
    findings,
    strictness: 'skip',
    alsoKnown: isKnownAlgorithm,
  });
  return {
    ...readAlgorithm(dither, 'algorithm'),
    tuning: readTuning(dither),
    perAlgorithm: readBlocks(map, path, findings),
  };
}

function readBlocks(map: YamlMap, path: string, findings: Findings): Record<string, Tuning> {
  const blocks: Record<string, Tuning> = {};
  for (const entry of map.entries) {
    if (!isKnownAlgorithm(entry.key)) continue;
    const blockPath = `${path}.${entry.key}`;
    const block = asMap(entry.value, blockPath, findings);
    if (block === undefined) continue;
    blocks[resolveAlgorithm(entry.key)] = readTuning(nested({ findings }, blockPath, block, ALGORITHM_KEYS));
  }
  return blocks;
}

function readAlgorithm(reader: MapReader<string>, key: string): { algorithm?: string } {
  const algorithm = readAlgorithmName(reader, key);
  return algorithm === undefined ? {} : { algorithm };
}
