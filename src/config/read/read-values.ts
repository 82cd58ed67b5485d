/** Reads values that devices, frames and panels have in common: sizes, colours and dither numbers. */

import { DITHER_ALGORITHMS, isKnownAlgorithm } from '../../domain/algorithm.ts';
import { type Palette, parsePalette } from '../../domain/palette.ts';
import { ROTATIONS, type Rotation, type Size } from '../../domain/panel.ts';
import { TUNING_KEYS, type Tuning } from '../../domain/tuning.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import { isNothing, type YamlNode } from '../../platform/yaml/node.ts';

type TuningKey = keyof typeof TUNING_KEYS | 'error_clamp';

/** The dither numbers of a map. `error_clamp` counts where `max_error` is absent. */
export function readTuning(reader: MapReader<TuningKey>): Tuning {
  const tuning: { -readonly [Field in keyof Tuning]: Tuning[Field] } = {};
  for (const [key, { field, min, max }] of Object.entries(TUNING_KEYS)) {
    const value = reader.number(key as keyof typeof TUNING_KEYS, min, max);
    if (value !== undefined) tuning[field] = value;
  }
  const { min, max } = TUNING_KEYS.max_error;
  const clamp = reader.number('error_clamp', min, max);
  if (clamp !== undefined) tuning.maxError ??= clamp;
  return tuning;
}

/** The name of a dither algorithm. An unknown one is kept with a warning; atkinson is used for it. */
export function readAlgorithmName<Key extends string>(reader: MapReader<Key>, key: Key): string | undefined {
  const name = reader.text(key);
  if (name !== undefined && !isKnownAlgorithm(name)) {
    const hint = didYouMean(name, DITHER_ALGORITHMS, reader.findings.comparisons);
    reader.findings.warn(
      reader.positionOf(key),
      `${reader.pathOf(key)}: there is no algorithm ${JSON.stringify(name)}, atkinson is used${hint}`,
    );
  }
  return name;
}

/** Degrees clockwise. */
export function readRotation<Key extends string>(reader: MapReader<Key>, key: Key): Rotation | undefined {
  return oneOf(reader, key, ROTATIONS);
}

/** One of a few numbers. */
export function oneOf<Key extends string, Value extends number>(
  reader: MapReader<Key>,
  key: Key,
  values: readonly Value[],
): Value | undefined {
  const node = reader.node(key);
  if (node === undefined) return undefined;
  const found = values.find((value) => node.kind === 'scalar' && node.value === value);
  return found ?? reader.reject(key, node, `one of ${values.join(', ')}`);
}

/** Colours under a key as written: comma-separated text or a list. Undefined when absent or malformed. */
export function readColours<Key extends string>(
  reader: MapReader<Key>,
  key: Key,
): readonly string[] | undefined {
  const node = reader.node(key);
  if (node === undefined) {
    warnOfComment(reader, key);
    return undefined;
  }
  const colours = node.kind === 'list' ? node.items.map(textOfScalar) : textOfScalar(node)?.split(',');
  const entries = colours?.map((colour) => (colour ?? '').trim().toLowerCase());
  if (entries?.every((entry) => /^#[0-9a-f]{6}$/.test(entry))) return entries;
  return reader.reject(key, firstBad(node, reader.findings), 'colours as #rrggbb, comma-separated or a list');
}

/** A palette under a key. Undefined when absent, malformed, or of fewer than two or more than 256 colours. */
export function readPalette<Key extends string>(reader: MapReader<Key>, key: Key): Palette | undefined {
  const entries = readColours(reader, key);
  if (entries === undefined) return undefined;
  const node = reader.node(key);
  const palette = parsePalette(entries);
  if (palette === null && node !== undefined) return reader.reject(key, node, '2 to 256 different colours');
  return palette ?? undefined;
}

/** `colors: #000000` is a key without a value, because the rest is a comment. */
function warnOfComment<Key extends string>(reader: MapReader<Key>, key: Key): void {
  if (!reader.has(key)) return;
  const place = reader.positionOf(key);
  const hint = reader.findings.colourHint(place.line);
  if (hint !== '') reader.findings.warn(place, `${reader.pathOf(key)} has no value${hint}`);
}

/** The first invalid item of a list, for its line; else the node itself. */
function firstBad(node: YamlNode, findings: Findings): YamlNode {
  if (node.kind !== 'list') return node;
  const bad = node.items.find((item) => isNothing(item) || textOfScalar(item) === undefined);
  return bad !== undefined && findings.colourHint(bad.line) !== '' ? bad : node;
}

/** The size of a picture: both sides or neither. */
export function readSize(reader: MapReader<'width' | 'height'>): Size | null {
  const widthPx = reader.integer('width', 1, LIMITS.pictureEdgePx);
  const heightPx = reader.integer('height', 1, LIMITS.pictureEdgePx);
  if (widthPx !== undefined && heightPx !== undefined) return { widthPx, heightPx };
  if (widthPx !== undefined || heightPx !== undefined) {
    reader.findings.warn(
      reader.position,
      `${reader.path}: width and height only count together; they are left out`,
    );
  }
  return null;
}
