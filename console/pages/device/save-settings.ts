/** Saves what was touched in the form, and nothing else. */
import { CallError, callAdmin, type FieldProblem, fetchAnswer } from '../../api/call.ts';
import { adminUrl } from '../../api/place.ts';
import type { OneDevice } from '../../api/types.ts';
import { deviceCall } from './device-data.ts';
import { ALL_SETTINGS, valueOfText } from './setting-fields.ts';
import { conflictsOf, PARAM, type SettingsDraft, shownOf } from './settings-draft.ts';

/** How often a save at the same moment as others is tried again, with what they have saved. */
const TRIES = 5;

/**
 * Save a draft over the entry as it is at this moment.
 * @param takes params of the screen that is shown
 * @returns the fields that somebody else has changed, too: then nothing was saved
 * @throws {CallError}
 */
export async function saveDraft(
  device: OneDevice,
  draft: SettingsDraft,
  takes: ReadonlySet<string>,
): Promise<readonly FieldProblem[]> {
  const { key, registered } = device;
  if (!registered) {
    const body = { ...changeOf(device, draft, takes), key };
    await callAdmin('/devices', { method: 'POST', body });
    return [];
  }
  for (let tries = 1; ; tries += 1) {
    const response = await fetchAnswer(adminUrl(deviceCall(key)));
    const newest = (await response.json()) as OneDevice;
    const conflicts = conflictsOf(newest, draft);
    if (conflicts.length > 0) return conflicts.map(({ name }) => conflictProblem(name));
    const tag = response.headers.get('ETag');
    const body = changeOf(newest, draft, takes);
    if (body === null) return [];
    try {
      const headers: Record<string, string> = tag === null ? {} : { 'If-Match': tag };
      await callAdmin(deviceCall(key), { method: 'PATCH', body, headers });
      return [];
    } catch (cause) {
      const isOvertaken = cause instanceof CallError && cause.code === 'device_changed';
      if (!isOvertaken || tries >= TRIES) throw cause;
    }
  }
}

/** What a field says that has two values. */
export function conflictProblem(name: string): FieldProblem {
  return { field: name, message: 'Somebody else has changed this, too: choose one of the two values.' };
}

/** The body of the call; null where the entry has it all already. */
function changeOf(
  device: OneDevice,
  draft: SettingsDraft,
  takes: ReadonlySet<string>,
): Readonly<Record<string, unknown>> | null {
  const { touched } = draft;
  const shown = shownOf(device, draft, takes);
  const settings = ALL_SETTINGS.filter(({ name }) => touched.has(name));
  const set = settings.filter(({ name }) => shown.texts[name]?.trim() !== '');
  const clear = settings.filter((field) => !set.includes(field)).map(({ name }) => name);
  const hasNewScreen = touched.has('screen') && shown.screen !== '';
  const params = hasNewScreen ? shown.params : touchedParams(draft);
  const body = {
    ...Object.fromEntries(
      set.map((field) => [field.name, valueOfText(field, shown.texts[field.name] ?? '')]),
    ),
    ...(hasNewScreen ? { screen: shown.screen } : {}),
    ...(hasNewScreen || Object.keys(params).length > 0 ? { params } : {}),
    ...(clear.length === 0 ? {} : { clear }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** Params are merged, and null removes one. */
function touchedParams({ touched }: SettingsDraft): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...touched]
      .filter(([name]) => name.startsWith(PARAM))
      .map(([name, { value }]) => [name.slice(PARAM.length), value ?? null]),
  );
}
