/** The settings of a device as fields of a form, besides its screen and its params. */
import type { Assignable } from '../../api/types.ts';

export type SettingKind = 'text' | 'number' | 'choice' | 'number-choice' | 'yes-no' | 'words';

export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly kind: SettingKind;
  readonly unit?: string;
  readonly hint?: string;
  /** Of a choice. */
  readonly options?: (assignable: Assignable | null) => readonly (readonly [value: string, text: string])[];
}

function choices(
  ...words: readonly (readonly [string, string])[]
): () => readonly (readonly [string, string])[] {
  return () => words;
}

/** Those that are often changed. */
export const PLAIN_SETTINGS: readonly SettingField[] = [
  {
    name: 'panel',
    label: 'Panel',
    kind: 'choice',
    options: (assignable) => assignable?.panels.map(({ name, title }) => [name, `${title} — ${name}`]) ?? [],
  },
  { name: 'refresh', label: 'Refresh', kind: 'number', unit: 's', hint: '0 means the screen’s own.' },
  { name: 'tags', label: 'Tags', kind: 'words', hint: 'Between commas.' },
  {
    name: 'dither',
    label: 'Dithering',
    kind: 'choice',
    options: (assignable) => assignable?.dither_algorithms.map((name) => [name, name]) ?? [],
  },
  {
    name: 'on_error',
    label: 'While its screen fails',
    kind: 'choice',
    options: choices(
      ['show', 'Show the error at once'],
      ['keep', 'Keep the last good picture for three tries'],
    ),
  },
];

/** Those that few devices need. */
export const RARE_SETTINGS: readonly SettingField[] = [
  {
    name: 'rotate',
    label: 'Turned clockwise',
    kind: 'number-choice',
    options: choices(['0', '0°'], ['90', '90°'], ['180', '180°'], ['270', '270°']),
  },
  { name: 'colors', label: 'Colours', kind: 'text', hint: 'At least two #rrggbb, between commas.' },
  {
    name: 'text',
    label: 'Text',
    kind: 'choice',
    options: choices(['fitted', 'Fitted: in solid ink'], ['plain', 'Plain: dithered with the rest']),
  },
  { name: 'strength', label: 'Strength of dithering', kind: 'number', hint: '0 to 2; 1 is standard.' },
  { name: 'max_error', label: 'Cap on the accumulated error', kind: 'number', hint: '0 to 4.' },
  { name: 'noise_scale', label: 'Blue noise', kind: 'number', hint: '0 to 3.' },
  { name: 'chroma_clamp', label: 'Chroma clamp', kind: 'number', hint: '0 to 1.' },
  {
    name: 'temperature_profile',
    label: 'Temperature profile',
    kind: 'choice',
    options: choices(['default', 'default'], ['a', 'a'], ['b', 'b']),
  },
  {
    name: 'touchbar_mode',
    label: 'Bar below the picture',
    kind: 'choice',
    options: choices(['tap', 'tap'], ['slide', 'slide']),
  },
  {
    name: 'image_url_timeout',
    label: 'Wait for the picture',
    kind: 'number',
    unit: 's',
    hint: '1 to 65; without it the device decides.',
  },
  {
    name: 'maximum_compatibility',
    label: 'Full refresh at every update',
    kind: 'yes-no',
    options: choices(['true', 'Yes'], ['false', 'No']),
  },
  { name: 'min_png_bytes', label: 'Least size of a picture', kind: 'number', unit: 'bytes' },
];

export const ALL_SETTINGS: readonly SettingField[] = [...PLAIN_SETTINGS, ...RARE_SETTINGS];

/** The text of a value in its control; empty for none. */
export function textOfSetting(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What is sent for a text. What is no number is sent as it is: the server says what is wrong with it. */
export function valueOfText({ kind }: SettingField, text: string): unknown {
  const typed = text.trim();
  if (kind === 'words')
    return typed
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (kind === 'yes-no') return typed === 'true';
  if (kind === 'text' || kind === 'choice') return typed;
  const number = Number(typed);
  return Number.isFinite(number) ? number : typed;
}
