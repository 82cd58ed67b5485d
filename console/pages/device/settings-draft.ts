/**
 * What the form holds: the fields that were touched, each with the value that it had then. All others follow the server, so
 * that what others save meanwhile is neither undone nor hidden.
 */
import type { OneDevice } from '../../api/types.ts';
import type { ParamValues } from '../../parts/params-form.tsx';
import { ALL_SETTINGS, textOfSetting } from './setting-fields.ts';

/** Begins the names of params among the fields. */
export const PARAM = 'params.';

/** The values of fields by their names: `screen`, settings as texts, `params.city`. One that is missing is not given. */
export type Values = ReadonlyMap<string, unknown>;

interface Touch {
  /** What the entry had when the field was touched. */
  readonly base: unknown;
  readonly value: unknown;
}

export interface SettingsDraft {
  readonly touched: ReadonlyMap<string, Touch>;
  /** The entry when the first field was touched. */
  readonly begun: Values;
}

/** A field that both the form and somebody else have changed. */
export interface Conflict {
  readonly name: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** What the fields show. */
export interface ShownSettings {
  /** `handle/path`; empty for none of its own. */
  readonly screen: string;
  readonly params: ParamValues;
  /** Empty for a setting that is not set. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The fields as the entry of a device has them. */
export function valuesOf(device: OneDevice): Values {
  const own = device as unknown as Readonly<Record<string, unknown>>;
  return new Map<string, unknown>([
    ['screen', device.screen_ref ?? device.screen ?? ''],
    ...ALL_SETTINGS.map(({ name }): [string, unknown] => [name, textOfSetting(own[name])]),
    ...Object.entries(device.params ?? {}).map(([name, value]): [string, unknown] => [PARAM + name, value]),
  ]);
}

/** The draft with another value in a field; null once nothing differs from the entry. */
export function withField(
  draft: SettingsDraft | null,
  device: OneDevice,
  name: string,
  value: unknown,
): SettingsDraft | null {
  const values = valuesOf(device);
  const touched = new Map(draft?.touched);
  const base = touched.has(name) ? touched.get(name)?.base : values.get(name);
  if (isSame(value, values.get(name))) touched.delete(name);
  else touched.set(name, { base, value });
  return touched.size === 0 ? null : { touched, begun: draft?.begun ?? values };
}

/** The draft with other params, as the form of the screen has them. */
export function withParams(
  draft: SettingsDraft | null,
  device: OneDevice,
  before: ParamValues,
  after: ParamValues,
): SettingsDraft | null {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !isSame(before[name], after[name]))
    .reduce<SettingsDraft | null>(
      (changed, name) => withField(changed, device, PARAM + name, after[name]),
      draft,
    );
}

/** The draft with another screen: params that were typed for the one before go, unless the new one takes them, too. */
export function withScreen(
  draft: SettingsDraft | null,
  device: OneDevice,
  screen: string,
  takes: ReadonlySet<string>,
): SettingsDraft | null {
  const touched = [...(draft?.touched ?? [])].filter(
    ([name]) => !name.startsWith(PARAM) || takes.has(name.slice(PARAM.length)),
  );
  const rest = draft === null ? null : { ...draft, touched: new Map(touched) };
  return withField(rest, device, 'screen', screen);
}

/** One of the two values of a conflict is chosen: the field is as the entry has it, or differs from that knowingly. */
export function resolved(
  draft: SettingsDraft,
  { name, mine, theirs }: Conflict,
  choice: 'mine' | 'theirs',
): SettingsDraft | null {
  const touched = new Map(draft.touched);
  touched.delete(name);
  if (choice === 'mine') touched.set(name, { base: theirs, value: mine });
  else if (name === 'screen') {
    for (const other of touched.keys()) if (other.startsWith(PARAM)) touched.delete(other);
  }
  const begun = new Map(draft.begun).set(name, theirs);
  return touched.size === 0 ? null : { touched, begun };
}

/** What the fields show: the entry, and over it what was touched. @param takes params of the screen that is shown */
export function shownOf(
  device: OneDevice,
  draft: SettingsDraft | null,
  takes: ReadonlySet<string>,
): ShownSettings {
  const values = valuesOf(device);
  const touched = draft?.touched ?? new Map<string, Touch>();
  const isOtherScreen = touched.has('screen');
  const shown = new Map<string, unknown>(
    [...values].filter(
      ([name]) => !isOtherScreen || !name.startsWith(PARAM) || takes.has(name.slice(PARAM.length)),
    ),
  );
  for (const [name, { value }] of touched) {
    if (value === undefined) shown.delete(name);
    else shown.set(name, value);
  }
  const params = [...shown].filter(([name]) => name.startsWith(PARAM));
  return {
    screen: String(shown.get('screen') ?? ''),
    params: Object.fromEntries(params.map(([name, value]) => [name.slice(PARAM.length), value])),
    texts: Object.fromEntries(ALL_SETTINGS.map(({ name }) => [name, String(shown.get(name) ?? '')])),
  };
}

/** The fields that somebody else has given another value than the form was begun with, and than it has. */
export function conflictsOf(device: OneDevice, draft: SettingsDraft | null): readonly Conflict[] {
  if (draft === null) return [];
  const values = valuesOf(device);
  const conflicts = [...draft.touched].flatMap(([name, { base, value: mine }]): Conflict[] => {
    const theirs = values.get(name);
    return isSame(base, theirs) || isSame(mine, theirs) ? [] : [{ name, base, mine, theirs }];
  });
  // Params that were typed for one screen mean nothing for another.
  const [base, theirs] = [draft.begun.get('screen'), values.get('screen')];
  const hasParams = [...draft.touched.keys()].some((name) => name.startsWith(PARAM));
  if (draft.touched.has('screen') || !hasParams || isSame(base, theirs)) return conflicts;
  const ofOthers = conflicts.filter(({ name }) => !name.startsWith(PARAM));
  return [{ name: 'screen', base, mine: base, theirs }, ...ofOthers];
}

/** The fields that somebody else has changed and the form has not, with the values before. */
export function changedByOthers(device: OneDevice, draft: SettingsDraft | null): Values {
  if (draft === null) return new Map();
  const values = valuesOf(device);
  const names = new Set([...values.keys(), ...draft.begun.keys()]);
  return new Map(
    [...names]
      .filter((name) => !draft.touched.has(name) && !isSame(draft.begun.get(name), values.get(name)))
      .map((name) => [name, draft.begun.get(name)]),
  );
}

/** Plain values, which have no cycles. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
