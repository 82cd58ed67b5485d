/** What a row says of a setting. The tables of rows: `settings.ts` for devices, frames and groups. */
import type { PlainObject } from '../platform/base/plain.ts';
import type { FrameTokens } from './frame-tokens.ts';
import type { Palette } from './palette.ts';
import type { Schedule } from './schedule/schedule.ts';

/**
 * The values of settings, by their kinds. The config reader, the admin API and the console each have a table of kinds;
 * where they agree, a setting needs no code of its own.
 */
interface Values {
  /** A text in one line. */
  line: string;
  screen: string;
  /** The name of a panel. */
  panel: string;
  /** The name of a dither algorithm. */
  algorithm: string;
  /** One of a few words. */
  word: string;
  /** One of a few numbers. */
  degrees: number;
  integer: number;
  /** A number that tunes dithering; a mapping keeps these together in `tuning`. */
  tuning: number;
  flag: boolean;
  colours: Palette;
  tags: readonly string[];
  params: PlainObject;
  schedule: Schedule;
  /** Digests of tokens by their names, which only admins see. */
  tokens: FrameTokens;
}

export type SettingKind = keyof Values;

/** Where a setting may stand: in an entry of a device, which `DEFAULT` is too, or of a frame, or in a group. */
export type SettingPlace = 'device' | 'frame' | 'group';

/** A setting. Its row is all that it takes to read it, to change it, to show it and to describe it. */
export interface Setting {
  /** The property of a mapping that holds it. */
  readonly field: string;
  readonly kind: SettingKind;
  readonly on: readonly SettingPlace[];
  /** Range of a number. */
  readonly min?: number;
  readonly max?: number;
  readonly unit?: 'seconds' | 'bytes';
  /** What it can be. */
  readonly words?: readonly (string | number)[];
  /** True where a preview of any screen takes it. */
  readonly isDrawn?: true;
  /** What it does, for clients of the admin API and for the page on the config. */
  readonly about: string;
  /** What holds without it, and what else the page on the config says. Markdown. */
  readonly byDefault: string;
  readonly note?: string;
  /** In the form of the console. */
  readonly label?: string;
  readonly hint?: string;
  /** What its words mean there; those that say it themselves are left out. */
  readonly meanings?: Readonly<Record<string, string>>;
}

export type Settings = Readonly<Record<string, Setting>>;

/** What a mapping holds of a setting. */
type ValueOf<Row extends Setting> = Row extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Values[Row['kind']];

/** The properties that hold some settings of a table; each is absent where nobody sets it. */
export type SettingFields<Table extends Settings, Key extends keyof Table> = {
  readonly [Name in Key as Table[Name]['field']]?: ValueOf<Table[Name]>;
};
