/** Reads values that devices, frames and panels have in common: sizes, colours, tags and dither numbers. */

import { DITHER_ALGORITHMS, isKnownAlgorithm } from '../../domain/algorithm.ts';
import { GROUP_LIMITS } from '../../domain/group-limits.ts';
import { type Palette, parsePalette } from '../../domain/palette.ts';
import type { Size } from '../../domain/panel.ts';
import { distinctTags, isTag, TAG_EXPECTED } from '../../domain/tags.ts';
import { TUNING_KEYS, type Tuning } from '../../domain/tuning.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import { isNothing, type YamlNode } from '../../platform/yaml/node.ts';

/** The dither numbers of a map. `error_clamp` counts where `max_error` is absent. */
export function readTuning(reader: MapReader<string>): Tuning {
  const tuning: { -readonly [Field in keyof Tuning]: Tuning[Field] } = {};
  for (const [key, { field, min, max }] of Object.entries(TUNING_KEYS)) {
    const value = reader.number(key, min, max);
    if (value !== undefined) tuning[field] = value;
  }
  const { min, max } = TUNING_KEYS.max_error;
  const clamp = reader.number('error_clamp', min, max);
  if (clamp !== undefined) tuning.maxError ??= clamp;
  return tuning;
}

/** The name of a dither algorithm. An unknown one is kept with a warning; atkinson is used for it. */
export function readAlgorithmName(reader: MapReader<string>, key: string): string | undefined {
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

/** One of a few numbers. */
export function oneOf<Value extends string | number>(
  reader: MapReader<string>,
  key: string,
  values: readonly Value[],
): Value | undefined {
  const node = reader.node(key);
  if (node === undefined) return undefined;
  const found = values.find((value) => node.kind === 'scalar' && node.value === value);
  return found ?? reader.reject(key, node, `one of ${values.join(', ')}`);
}

/** Colours under a key as written: comma-separated text or a list. Undefined when absent or malformed. */
export function readColours(reader: MapReader<string>, key: string): readonly string[] | undefined {
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
export function readPalette(reader: MapReader<string>, key: string): Palette | undefined {
  const entries = readColours(reader, key);
  if (entries === undefined) return undefined;
  const node = reader.node(key);
  const palette = parsePalette(entries);
  if (palette === null && node !== undefined) return reader.reject(key, node, '2 to 256 different colours');
  return palette ?? undefined;
}

/** `colors: #000000` is a key without a value, because the rest is a comment. */
function warnOfComment(reader: MapReader<string>, key: string): void {
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

/** The tags of a device: a list, or words with commas between them. */
export function readTags(reader: MapReader<string>): readonly string[] | undefined {
  const node = reader.node('tags');
  if (node === undefined) return undefined;
  const texts = node.kind === 'list' ? node.items.map(textOfScalar) : textOfScalar(node)?.split(',');
  const tags = texts?.map((text) => (text ?? '').trim());
  if (tags === undefined) return reader.reject('tags', node, 'a list of tags');
  const [bad] = tags.filter((tag) => !isTag(tag));
  if (bad !== undefined) {
    const got = JSON.stringify(bad.slice(0, 80));
    const message = `${reader.pathOf('tags')}: expected ${TAG_EXPECTED}, got ${got}; it is left out`;
    reader.findings.warn(node, message);
  }
  const usable = distinctTags(tags.filter(isTag));
  if (usable.length > GROUP_LIMITS.tagsPerDevice) {
    return reader.reject('tags', node, `at most ${GROUP_LIMITS.tagsPerDevice} tags`);
  }
  return usable;
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
