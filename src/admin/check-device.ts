/** Checks the settings of a device against what the server knows: screens and their parameters, panels, palettes. */
import type { FieldProblem } from '../base/errors.ts';
import { describeFailure } from '../base/failure.ts';
import { didYouMean } from '../base/nearest.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../base/plain.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { ConfigSnapshot } from '../domain/mapping.ts';
import { parsePalette } from '../domain/palette.ts';
import { checkParams } from '../domain/params.ts';
import { isRefSegment } from '../domain/screen-ref.ts';
import type { ScreenCatalogue } from '../screens/catalogue.ts';
import { didYouMeanScreen } from '../screens/qualified-ref.ts';
import type { Screen } from '../screens/screen.ts';
import { type DeviceSettings, EXPECTED, screenField } from './bodies.ts';
import { checkSchedule } from './check-schedule.ts';
import { checkPlain } from './plain-body.ts';
import { describeValue } from './read-fields.ts';

/** Where the names in a request are looked up. */
export interface Lookups {
  readonly config: ConfigSnapshot;
  readonly catalogue: Pick<ScreenCatalogue, 'locate' | 'list' | 'source'>;
}

/** What is wrong with the settings, apart from the screen and what that takes. */
export function checkSettings(settings: DeviceSettings, { config }: Lookups): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { panel, params } = settings;
  if (panel !== undefined && !config.panels.has(panel)) {
    const hint = didYouMean(panel, config.panels.keys());
    const message = `panel: expected the name of a panel, got ${describeValue(panel)}${hint}`;
    problems.push({ field: 'panel', message });
  }
  if (params !== undefined) problems.push(...checkPlain(params as PlainObject, 'params'));
  return problems;
}

/** The problems of a body; one about a plain name of a screen says what it is called as handle/path. */
export function withScreenHints(
  problems: readonly FieldProblem[],
  body: PlainValue,
  lookups: Lookups,
): readonly FieldProblem[] {
  const name = isPlainObject(body) ? body['screen'] : undefined;
  if (typeof name !== 'string' || !isRefSegment(name)) return problems;
  const hint = didYouMeanScreen(name, lookups);
  return problems.map((problem) =>
    problem.field === 'screen' ? { ...problem, message: problem.message + hint } : problem,
  );
}

/** Find the screen that a request names. */
export function findScreen(ref: string, { config, catalogue }: Lookups): Result<Screen, FieldProblem> {
  const found = catalogue.locate(ref, config);
  if (found.ok) return found;
  return err({ field: 'screen', message: `screen: ${describeFailure(found.error)}` });
}

/**
 * What is wrong with the params that a device will have.
 * @param merged   all of them
 * @param provided those that this request brings; it is not refused for an old value that it does not touch
 */
export function checkDeviceParams(
  screen: Screen,
  merged: PlainObject,
  provided: PlainObject,
): FieldProblem[] {
  return checkParams(screen.params, merged)
    .filter(({ param }) => Object.hasOwn(provided, param) || !isSet(merged, param))
    .map(({ param, message }) => ({ field: `params.${param}`, message }));
}

/** True for a device that may get its screen from a group. */
function canDoWithout({ tags }: DeviceSettings, { config }: Lookups): boolean {
  return tags !== undefined && config.groups.length > 0;
}

function isSet(params: PlainObject, name: string): boolean {
  return Object.hasOwn(params, name) && params[name] !== null;
}

/** The settings as the config file has them. */
export function storedSettings(settings: DeviceSettings): PlainObject {
  const { colors } = settings;
  const palette = colors === undefined ? null : parsePalette(colors);
  return { ...(settings as PlainObject), ...(palette === null ? {} : { colors: palette.join(',') }) };
}

/** Check the schedule of a new entry, which may get its screen from elsewhere. */
export function checkEntrySchedule(
  { schedule, params }: DeviceSettings,
  ref: string | undefined,
  lookups: Lookups,
): readonly FieldProblem[] {
  if (schedule === undefined) return [];
  const entry = { key: '', screen: ref ?? '', params: (params ?? {}) as PlainObject };
  return checkSchedule(schedule as PlainObject, entry, lookups);
}

/**
 * A new entry with a screen and settings, of a device or of a frame.
 * @param malformed  problems that were found before
 * @returns else every problem
 */
export function newEntry(
  ref: string | undefined,
  settings: DeviceSettings,
  malformed: readonly FieldProblem[],
  lookups: Lookups,
): Result<PlainObject, readonly FieldProblem[]> {
  const problems: FieldProblem[] = [...malformed, ...checkSettings(settings, lookups)];
  const screen = ref === undefined ? null : findScreen(ref, lookups);
  if (screen?.ok === false) problems.push(screen.error);
  if (screen?.ok && !problems.some(({ field }) => field === 'params')) {
    const params = (settings.params ?? {}) as PlainObject;
    problems.push(...checkDeviceParams(screen.value, params, params));
  }
  problems.push(...checkEntrySchedule(settings, ref, lookups));
  if (
    ref === undefined &&
    !canDoWithout(settings, lookups) &&
    !problems.some(({ field }) => field === 'screen')
  ) {
    problems.push({
      field: 'screen',
      message: `screen: expected ${EXPECTED.get(screenField)?.text}, got nothing`,
    });
  }
  if (problems.length > 0) return err(problems);
  return ok({ ...(ref === undefined ? {} : { screen: ref }), ...storedSettings(settings) });
}
