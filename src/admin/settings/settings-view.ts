/** The settings of an entry, of a device or of a frame, as answers give them: all that can be set can be read back. */
import { z } from 'zod';
import type { MappingSettings } from '../../domain/mapping.ts';
import type { Palette } from '../../domain/palette.ts';
import type { Setting } from '../../domain/setting.ts';
import { SETTINGS, type SettingKeyOfKind } from '../../domain/settings.ts';

/** What answers have of each kind; kinds that are not here have a form of their own in each answer. */
interface Shown {
  panel: string;
  algorithm: string;
  colours: string;
  integer: number;
  tuning: number;
  flag: boolean;
  word: string;
  degrees: number;
}

const KINDS: { readonly [Kind in keyof Shown]: (row: Setting) => z.ZodType } = {
  panel: () => z.string().nullable(),
  algorithm: () => z.string().nullable(),
  colours: () => z.string().nullable().describe('`#rrggbb`, comma-separated'),
  integer: () => z.int().nullable(),
  tuning: () => z.number().nullable(),
  flag: () => z.boolean().nullable(),
  word: ({ words = [] }) => z.enum(words.map(String)).nullable(),
  degrees: ({ words = [] }) => z.literal(words).nullable(),
};

type ShownKey = SettingKeyOfKind<keyof Shown>;

type ShownOf<Row extends Setting> = Row extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Shown[Row['kind'] & keyof Shown];

/** The settings by their names; each is null where an entry does not set it. */
type SettingsView = { readonly [Key in ShownKey]: ShownOf<(typeof SETTINGS)[Key]> | null };

const ROWS = Object.entries(SETTINGS).filter(([, { kind }]) => kind in KINDS) as [
  ShownKey,
  Setting & { kind: keyof Shown },
][];

/** The settings that the schemas of both have, apart from those that each has in a form of its own. */
export const SETTING_VIEWS = Object.fromEntries(ROWS.map(([key, row]) => [key, KINDS[row.kind](row)])) as {
  readonly [Key in ShownKey]: z.ZodType<SettingsView[Key]>;
};

/** The settings where none are set. */
export const NO_SETTINGS = Object.fromEntries(ROWS.map(([key]) => [key, null])) as SettingsView;

/** The settings of an entry; each is null where the entry does not set it. */
export function settingsOf(mapping: MappingSettings): SettingsView {
  return Object.fromEntries(ROWS.map(([key, row]) => [key, shownValue(mapping, row)])) as SettingsView;
}

function shownValue(mapping: MappingSettings, { kind, field }: Setting): unknown {
  const from: object = kind === 'tuning' ? mapping.tuning : mapping;
  const value = (from as Readonly<Record<string, unknown>>)[field] ?? null;
  return kind === 'colours' && value !== null ? (value as Palette).join(',') : value;
}

/** The screen of an entry under the name by which it can be given to others. */
export const screenRefSchema = z
  .string()
  .nullable()
  .describe('The screen as `handle/path`, also where the config has a plain name; null where there is none');
