/** What the form holds, and what saving it sends: only what was changed. */
import type { OneDevice } from '../../api/types.ts';
import type { ParamValues } from '../../parts/params-form.tsx';
import { ALL_SETTINGS, textOfSetting, valueOfText } from './setting-fields.ts';

export interface SettingsDraft {
  /** `handle/path`; empty for none of its own. */
  readonly screen: string;
  readonly params: ParamValues;
  /** The texts of the other settings, by their names; empty for one that is not set. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The settings of its own entry. */
export function draftOf(device: OneDevice): SettingsDraft {
  const own = device as unknown as Readonly<Record<string, unknown>>;
  return {
    screen: device.screen_ref ?? device.screen ?? '',
    params: (device.params ?? {}) as ParamValues,
    texts: Object.fromEntries(ALL_SETTINGS.map(({ name }) => [name, textOfSetting(own[name])])),
  };
}

/** The body of a call that makes the entry as it is in the form; null where nothing is changed. */
export function changeOf(device: OneDevice, draft: SettingsDraft): Readonly<Record<string, unknown>> | null {
  const before = draftOf(device);
  const changed = ALL_SETTINGS.filter(({ name }) => draft.texts[name] !== before.texts[name]);
  const set = changed.filter(({ name }) => (draft.texts[name] ?? '').trim() !== '');
  const hasNewScreen = draft.screen !== before.screen;
  const params = paramsChange(before.params, draft.params, hasNewScreen && draft.screen !== '');
  const clear = [
    ...changed.filter((field) => !set.includes(field)).map(({ name }) => name),
    ...(hasNewScreen && draft.screen === '' ? ['screen'] : []),
  ];
  const body = {
    ...Object.fromEntries(
      set.map((field) => [field.name, valueOfText(field, draft.texts[field.name] ?? '')]),
    ),
    ...(hasNewScreen && draft.screen !== '' ? { screen: draft.screen } : {}),
    ...(params === null ? {} : { params }),
    ...(clear.length === 0 ? {} : { clear }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** With another screen params replace those before; else they are merged, and null removes one. */
function paramsChange(before: ParamValues, after: ParamValues, replaces: boolean): ParamValues | null {
  if (replaces) return after;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]));
}
