/** Reads the table that a script returns. */

import { DITHER_ALGORITHMS, isKnownAlgorithm } from '../../domain/algorithm.ts';
import { measuredOfPalette, type Palette, parseColours, parsePalette } from '../../domain/palette.ts';
import { parseTextMode, type TextMode } from '../../domain/text-mode.ts';
import { parseTuning, type Tuning } from '../../domain/tuning.ts';
import type { Failure } from '../../platform/base/failure.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { wordSet } from '../../platform/base/words.ts';

/** The result of a script. A field is null (or empty) when the script does not set it. */
export interface ScriptOutput {
  /** For the template; an empty map when the script returns none. */
  readonly data: PlainValue;
  /** Whole seconds until the next call, from 1 s to 30 days; null for the screen's default. */
  readonly refreshSeconds: number | null;
  /** When the device should call again, in seconds since 1970; null when the script does not say. */
  readonly refreshAt: number | null;
  /** True when the device should keep its picture. */
  readonly skipUpdate: boolean;
  /** True when another screen should be shown in its place, where a schedule has one. */
  readonly nothingToShow: boolean;
  /** The colours of the picture that is sent to the panel. */
  readonly palette: Palette | null;
  /** How the panel shows those colours, in the same order. */
  readonly measured: Palette | null;
  readonly dither: string | null;
  readonly text: TextMode | null;
  readonly tuning: Tuning;
  /** A sentence for each value that could not be used. */
  readonly warnings: readonly string[];
}

const KNOWN_KEYS: ReadonlySet<string> = wordSet(`
  data refresh_rate refresh_at skip_update nothing_to_show colors colors_actual dither text
  max_error noise_scale chroma_clamp strength
`);

/**
 * Read the table that a script returned. A value that cannot be used is left out, with a warning. Fails with
 * `script_result` only when the result is not a table.
 * @param file  the script's name, for the failure
 */
export function interpretScriptOutput(value: PlainValue, file?: string): Result<ScriptOutput> {
  if (!isPlainObject(value)) return err(noTable(value, file));
  const warnings: string[] = [];
  const palette = readPalette(value['colors'], warnings);
  const output = {
    data: value['data'] ?? {},
    refreshSeconds: readRefresh(value['refresh_rate'], warnings),
    refreshAt: readRefreshAt(value['refresh_at'], warnings),
    skipUpdate: readFlag('skip_update', value, warnings),
    nothingToShow: readFlag('nothing_to_show', value, warnings),
    palette,
    measured: readMeasured(value, warnings),
    dither: readDither(value['dither'], warnings),
    text: readText(value['text'], warnings),
    tuning: parseTuning(value, warnings),
    warnings,
  };
  warnUnknown(value, warnings);
  return ok(output);
}

function noTable(value: PlainValue, file: string | undefined): Failure {
  const got = value === null ? 'nothing' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  return {
    code: 'script_result',
    message: `the script must return a table with "data" and "refresh_rate", it returned ${got}`,
    ...(file === undefined ? {} : { file }),
  };
}

function readRefresh(value: PlainValue | undefined, warnings: string[]): number | null {
  if (value === undefined || value === null || value === 0) return null;
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds > 0)) {
    warnings.push(`refresh_rate: expected a number of seconds, got ${show(value)}`);
    return null;
  }
  return Math.min(Math.max(Math.floor(seconds), 1), LIMITS.refreshMaxSeconds);
}

function readRefreshAt(value: PlainValue | undefined, warnings: string[]): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  warnings.push(`refresh_at: expected a Unix time, got ${show(value)}`);
  return null;
}

function readFlag(key: string, source: PlainObject, warnings: string[]): boolean {
  const value = source[key];
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  warnings.push(`${key}: expected true or false, got ${show(value)}`);
  return false;
}

function readPalette(value: PlainValue | undefined, warnings: string[]): Palette | null {
  if (value === undefined || value === null) return null;
  const palette = parsePalette(value);
  if (palette === null) {
    warnings.push(
      `colors: expected ${LIMITS.paletteMinInks} to ${LIMITS.paletteMaxInks} colours as #rrggbb, got ${show(value)}`,
    );
  }
  return palette;
}

/** Each measured colour belongs to one colour of `colors`, so that both must be equally many if both are given. */
function readMeasured(source: PlainObject, warnings: string[]): Palette | null {
  const value = source['colors_actual'];
  if (value === undefined || value === null) return null;
  const measured = parseColours(value);
  if (measured === null) {
    warnings.push(`colors_actual: expected colours as #rrggbb, got ${show(value)}`);
    return null;
  }
  const sent = parseColours(source['colors']);
  if (sent === null) return measured;
  if (sent.length === measured.length) return measuredOfPalette(measured, sent);
  warnings.push(
    `colors_actual: expected as many colours as colors has (${sent.length}), got ${measured.length}`,
  );
  return null;
}

function readDither(value: PlainValue | undefined, warnings: string[]): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    warnings.push(`dither: expected the name of an algorithm, got ${show(value)}`);
    return null;
  }
  if (!isKnownAlgorithm(value)) {
    const meant = didYouMean(value, DITHER_ALGORITHMS);
    const known = meant === '' ? `, known are: ${DITHER_ALGORITHMS.join(', ')}` : meant;
    warnings.push(`dither: unknown algorithm ${show(value)}${known}`);
  }
  return value;
}

function readText(value: PlainValue | undefined, warnings: string[]): TextMode | null {
  if (value === undefined || value === null) return null;
  const mode = parseTextMode(value);
  if (mode === null) warnings.push(`text: expected "fitted" or "plain", got ${show(value)}`);
  return mode;
}

function warnUnknown(source: PlainObject, warnings: string[]): void {
  const unknown = Object.keys(source).filter((key) => !KNOWN_KEYS.has(key));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)));
    const meant = unknown.length === 1 ? suggestKey(unknown[0] ?? '') : '';
    const what = unknown.length === 1 ? 'an unknown key' : 'unknown keys';
    warnings.push(`${what} in the result: ${names.join(', ')}${unknown.length > 5 ? ', …' : ''}${meant}`);
  }
}

/** `refresh` is as near to the one as to the other; most scripts mean the seconds. */
function suggestKey(key: string): string {
  const common = [...KNOWN_KEYS].filter((known) => known !== 'refresh_at');
  return didYouMean(key, KNOWN_KEYS) || didYouMean(key, common);
}

function show(value: PlainValue): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
