/** The settings of a device as fields of a form, besides its screen and its params. */
import type { Setting } from '../../../src/domain/setting.ts';
import { SETTING_ROWS } from '../../../src/domain/settings.ts';
import type { Assignable } from '../../api/types.ts';

type Choices = readonly (readonly [value: string, text: string])[];

export interface SettingField extends Setting {
  readonly name: string;
  readonly label: string;
}

const FIELDS: readonly SettingField[] = SETTING_ROWS.flatMap(([name, row]) =>
  row.label === undefined ? [] : [{ ...row, name, label: row.label }],
);

/** Those that are often changed, in their order. */
const PLAIN = ['panel', 'refresh', 'tags', 'dither', 'on_error'];

export const PLAIN_SETTINGS: readonly SettingField[] = PLAIN.flatMap(
  (plain) => FIELDS.find(({ name }) => name === plain) ?? [],
);

/** Those that few devices need. */
export const RARE_SETTINGS: readonly SettingField[] = FIELDS.filter(({ name }) => !PLAIN.includes(name));

export const ALL_SETTINGS: readonly SettingField[] = [...PLAIN_SETTINGS, ...RARE_SETTINGS];

/** What a field offers; null where people type. */
export function choicesOf(
  { kind, words = [], meanings = {} }: Setting,
  assignable: Assignable | null,
): Choices | null {
  switch (kind) {
    case 'panel':
      return assignable?.panels.map(({ name, title }) => [name, `${title} — ${name}`]) ?? [];
    case 'algorithm':
      return assignable?.dither_algorithms.map((name) => [name, name]) ?? [];
    case 'word':
    case 'degrees':
      return words.map((word) => [String(word), meanings[word] ?? String(word)]);
    case 'flag':
      return [
        ['true', 'Yes'],
        ['false', 'No'],
      ];
    default:
      return null;
  }
}

/** True for a field of a number that people type. */
export function isNumber({ kind }: Setting): boolean {
  return kind === 'integer' || kind === 'tuning';
}

/** The text of a value in its control; empty for none. */
export function textOfSetting(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What is sent for a text. What is no number is sent as it is: the server says what is wrong with it. */
export function valueOfText(field: SettingField, text: string): unknown {
  const typed = text.trim();
  if (field.kind === 'tags')
    return typed
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  if (field.kind === 'flag') return typed === 'true';
  if (!isNumber(field) && field.kind !== 'degrees') return typed;
  const number = Number(typed);
  return Number.isFinite(number) ? number : typed;
}
