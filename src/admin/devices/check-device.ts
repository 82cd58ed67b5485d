/** Checks the settings of a device against what the server knows: screens and their parameters, panels, palettes. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { parsePalette } from '../../domain/palette.ts';
import { checkParams } from '../../domain/params.ts';
import { isRefSegment } from '../../domain/screen-ref.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import { describeFailure } from '../../platform/base/failure.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { defined, isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { didYouMeanScreen } from '../../screens/sources/qualified-ref.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import { type DeviceSettings, EXPECTED, screenField } from '../bodies.ts';
import { checkPlain } from '../plain-body.ts';
import { describeValue } from '../read-fields.ts';
import { checkSchedule } from './check-schedule.ts';
import type { screenMissing } from './effective-mapping.ts';

/** Where the names in a request are looked up. */
export interface Lookups {
  readonly config: ConfigSnapshot;
  readonly catalogue: Pick<ScreenCatalogue, 'locate' | 'refs' | 'source'>;
  /** Makes a check that depends on nothing but plain data, or takes what came of it for the same data. Without it, each is made. */
  checkOnce?<T extends object>(what: string, about: unknown, check: () => T): T;
}

/** Make a check, once for the same data where the lookups remember it. */
export function checkedOnce<T extends object>(
  { checkOnce }: Lookups,
  what: string,
  about: unknown,
  check: () => T,
): T {
  return checkOnce === undefined ? check() : checkOnce(what, about, check);
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

/** What is wrong with an entry without a screen: it needs tags, by which a group or the default gives it one. */
function lacking(
  { tags, panel }: DeviceSettings,
  { config }: Lookups,
  missing: ScreenMissing | null,
): FieldProblem | null {
  const expected = `screen: expected ${EXPECTED.get(screenField)?.text}, got nothing`;
  if (missing === null || tags === undefined || config.groups.length === 0) {
    return { field: 'screen', message: expected };
  }
  const why = missing(defined({ tags, panel }));
  return why === null ? null : { field: 'screen', message: `${expected}: ${why}` };
}

type ScreenMissing = ReturnType<typeof screenMissing>;

/** What is wrong with the screen and the settings of a new entry. */
function newProblems(
  ref: string | undefined,
  settings: DeviceSettings,
  isMalformed: boolean,
  lookups: Lookups,
): readonly FieldProblem[] {
  const problems = checkSettings(settings, lookups);
  const screen = ref === undefined ? null : findScreen(ref, lookups);
  if (screen?.ok === false) problems.push(screen.error);
  if (screen?.ok && !isMalformed && !problems.some(({ field }) => field === 'params')) {
    const params = (settings.params ?? {}) as PlainObject;
    problems.push(...checkDeviceParams(screen.value, params, params));
  }
  return [...problems, ...checkEntrySchedule(settings, ref, lookups)];
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
 * @param missing    says why no group and no default gives it a screen; null where they cannot
 * @returns else every problem
 */
export function newEntry(
  ref: string | undefined,
  settings: DeviceSettings,
  malformed: readonly FieldProblem[],
  lookups: Lookups,
  missing: ScreenMissing | null,
): Result<PlainObject, readonly FieldProblem[]> {
  const isMalformed = malformed.some(({ field }) => field === 'params');
  const { panel = null, params = null, schedule = null } = settings;
  // Names and tags are other ones for each device, and always right.
  const found = checkedOnce(lookups, 'new', [ref ?? null, panel, params, schedule, isMalformed], () =>
    newProblems(ref, settings, isMalformed, lookups),
  );
  const problems: FieldProblem[] = [...malformed, ...found];
  const lack = ref === undefined ? lacking(settings, lookups, missing) : null;
  if (lack !== null && !problems.some(({ field }) => field === 'screen')) problems.push(lack);
  if (problems.length > 0) return err(problems);
  return ok({ ...(ref === undefined ? {} : { screen: ref }), ...storedSettings(settings) });
}
