/** Checks the entries of a config against their screens: whether these exist, and which params they declare. */

import type { KeyedWarning } from '../../config/read/findings.ts';
import { DEVICES, FRAMES, GROUPS } from '../../config/read/keys.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import {
  type Group,
  hasScreen,
  isDefaultKey,
  type Mapping,
  type MappingEntry,
} from '../../domain/mapping.ts';
import { checkParams, type ParamProblem, type ParamSchema, unknownParams } from '../../domain/params.ts';
import { resolveEntry, unseenDevice } from '../../domain/resolve-mapping.ts';
import { idleParts } from '../../domain/schedule/idle-parts.ts';
import { type Schedule, scheduledScreens } from '../../domain/schedule/schedule.ts';
import { mappingShowing, withoutSchedule } from '../../domain/schedule/scheduled-mapping.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { hasNoScreen, noScreenText } from '../../domain/without-screen.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import { describeFailure, type Failure } from '../../platform/base/failure.ts';
import { Comparisons } from '../../platform/base/nearest.ts';
import type { PlainObject } from '../../platform/base/plain.ts';
import { err, type Result } from '../../platform/base/result.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { unknownZone } from '../../platform/time/zone-names.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { qualifiedRef } from '../../screens/sources/qualified-ref.ts';
import { isFileIn, type Screen } from '../../screens/sources/screen.ts';

/** The catalogue and the config in which screens are looked up. */
export interface MappingSources {
  readonly config: Pick<ConfigSnapshot, 'screens' | 'screenRepos'>;
  readonly catalogue: Pick<ScreenCatalogue, 'locate' | 'source'>;
}

const NOTHING: readonly FieldProblem[] = [];

/** Names of params that hold a time zone. */
const ZONE_PARAM = /^(?:tz|time_?zone)$/i;

interface ParamProblems {
  readonly schema: ParamSchema;
  readonly problems: readonly FieldProblem[];
  /** What was compared for the hints in them. */
  readonly compared: number;
}

/** Letters that are compared for the hints of one entry: most have one mistake, if any. */
const MAX_COMPARED = 100_000;

/** The problems of a mapping's params, which are valid until the mapping or the metadata of its screen changes. */
const paramProblems = new WeakMap<Mapping, ParamProblems>();

/** A problem of an entry, or another finding of a config. */
export interface MappingFinding extends KeyedWarning {
  /** True when the device shows an error screen because of it. */
  readonly showsError: boolean;
}

/** Checks entries, and looks up each of their screens once. Make a new one for every check. */
export class MappingCheck {
  readonly #sources: MappingSources;
  readonly #screens = new Map<string, Result<Screen> | null>();
  readonly #qualified = new Map<string, string | null>();
  /** By name: thousands of devices are in few zones. */
  readonly #knownZones = new Set<string>();
  /** For the hints of all entries. Each counts as if nothing were remembered, so that equal configs get equal texts. */
  readonly #comparisons = new Comparisons();

  constructor(sources: MappingSources) {
    this.#sources = sources;
  }

  /** The problems of the screens and the params of an entry, those of its schedule included. */
  problemsOf(mapping: Mapping): readonly FieldProblem[] {
    const { schedule } = mapping;
    if (schedule === undefined) return this.#problemsOf(mapping);
    return [...this.#problemsOf(mapping), ...this.#scheduleProblems(mapping, schedule)];
  }

  #scheduleProblems(mapping: Mapping, schedule: Schedule): readonly FieldProblem[] {
    const own = withoutSchedule(mapping);
    const ofScreens = scheduledScreens(schedule).flatMap(({ shows, place }) => {
      // What it takes over from the entry is reported there.
      const isOwn = shows.screen === null && (own.screen === '' || Object.keys(shows.params).length === 0);
      const problems = isOwn ? NOTHING : this.#problemsOf(mappingShowing(own, shows));
      const path = ['schedule', ...place].join('.');
      return problems.map(({ field, message }) => ({
        field: `${path}.${field}`,
        message: `${path}.${message}`,
      }));
    });
    return [...ofScreens, ...idleParts(schedule)];
  }

  #problemsOf(mapping: Mapping): readonly FieldProblem[] {
    const screen = this.#screen(mapping.screen);
    if (screen === null) return NOTHING;
    if (!screen.ok) return [{ field: 'screen', message: `screen: ${describeFailure(screen.error)}` }];
    const schema = screen.value.params;
    if (this.#comparisons.isSpent) return this.#paramProblems(mapping, schema, new Comparisons(0));
    const before = paramProblems.get(mapping);
    if (before?.schema === schema) {
      this.#comparisons.take(before.compared);
      return before.problems;
    }
    const own = new Comparisons(MAX_COMPARED);
    const problems = this.#paramProblems(mapping, schema, own);
    const compared = MAX_COMPARED - own.left;
    this.#comparisons.take(compared);
    paramProblems.set(mapping, { schema, problems, compared });
    return problems;
  }

  #paramProblems(
    { params, looseParams: loose = [] }: Mapping,
    schema: ParamSchema,
    comparisons: Comparisons,
  ): readonly FieldProblem[] {
    const found = [
      ...unknownParams(schema, params, comparisons).filter(({ param }) => !loose.includes(param)),
      ...checkParams(schema, params),
      ...this.#zones(schema, params, comparisons),
    ];
    return found.length === 0
      ? NOTHING
      : found.map(({ param, message }) => ({ field: `params.${param}`, message }));
  }

  /** The problems of what a group says: others may add what it leaves out. */
  problemsOfGroup({ name: key, screen, ...settings }: Group): readonly FieldProblem[] {
    const { schedule } = settings;
    if (screen === null) {
      return schedule === undefined
        ? NOTHING
        : this.#scheduleProblems({ ...settings, key, screen: '' }, schedule);
    }
    const fields = ['screen', ...Object.keys(settings.params).map((name) => `params.${name}`)];
    const mapping = { ...settings, key, screen };
    return this.problemsOf(mapping).filter(
      ({ field }) => fields.includes(field) || field.startsWith('schedule.'),
    );
  }

  /** Params that are called like a time zone and name none. A screen shows the wrong time then, or fails. */
  #zones(schema: ParamSchema, params: PlainObject, comparisons: Comparisons): ParamProblem[] {
    const problems: ParamProblem[] = [];
    for (const [param, value] of Object.entries(params)) {
      if (!ZONE_PARAM.test(param) || typeof value !== 'string' || value === '') continue;
      const field = schema.find(({ name }) => name === param);
      // Checked otherwise, or a word of the screen's own.
      if (field !== undefined && (field.type !== 'string' || field.sensitive || field.default === value))
        continue;
      if (this.#knownZones.has(value)) continue;
      const problem = unknownZone(value, comparisons);
      if (problem === null) this.#knownZones.add(value);
      else problems.push({ param, message: `params.${param}: ${problem}` });
    }
    return problems;
  }

  /** Why a screen cannot be shown; null when it can. */
  problemOfScreen(ref: string): Failure | null {
    const screen = this.#screen(ref);
    return screen === null || screen.ok ? null : screen.error;
  }

  /** The name of a screen as `handle/path`, also where it is a plain one; null where there is no such screen. */
  qualified(ref: string): string | null {
    let qualified = this.#qualified.get(ref);
    if (qualified === undefined) {
      qualified = qualifiedRef(ref, this.#sources);
      this.#qualified.set(ref, qualified);
    }
    return qualified;
  }

  /** The params that a screen declares; null for one that cannot be found, now or yet. */
  schemaOf(ref: string): ParamSchema | null {
    const screen = this.#screen(ref);
    return screen?.ok ? screen.value.params : null;
  }

  /** Null for a screen of a repo that has not been fetched yet, which cannot be checked. */
  #screen(ref: string): Result<Screen> | null {
    let screen = this.#screens.get(ref);
    if (screen === undefined) {
      screen = this.#isAwaited(ref) ? null : this.#locate(ref);
      this.#screens.set(ref, screen);
    }
    return screen;
  }

  #isAwaited(ref: string): boolean {
    const { config, catalogue } = this.#sources;
    const handle = parseScreenRef(ref)?.handle ?? null;
    if (handle === null || !config.screenRepos.has(handle)) return false;
    return catalogue.source(handle)?.problem !== null;
  }

  /** The screen, if its files exist, which an entry under `screens` does not guarantee. */
  #locate(ref: string): Result<Screen> {
    const found = this.#sources.catalogue.locate(ref, this.#sources.config, this.#comparisons);
    if (!found.ok) return found;
    const { roots, scriptFile, templateFile } = found.value;
    const missing = [scriptFile, templateFile].find((file) => !roots.some((root) => isFileIn(root, file)));
    if (missing === undefined) return found;
    return err({
      code: 'asset_missing',
      message: `the screen ${JSON.stringify(ref)} has no file ${missing}`,
    });
  }
}

/** Findings that are reported one by one: a config may have a mistake in each of its devices. */
const MOST_FINDINGS = 20_000;

/** The problems of the default screen of a config, its devices, frames and groups, in this order. */
export function* mappingFindings(
  config: ConfigSnapshot,
  catalogue: MappingSources['catalogue'],
): Slices<readonly MappingFinding[]> {
  const check = new MappingCheck({ config, catalogue });
  const findings: MappingFinding[] = [];
  let more = 0;
  const take = (section: string, key: string, problems: readonly FieldProblem[]): void => {
    const listed = problems.slice(0, Math.max(MOST_FINDINGS - findings.length, 0));
    more += problems.length - listed.length;
    for (const { field, message } of listed) {
      const keys = [section, key, ...keysOf(field)];
      findings.push({ keys, message: `${section}.${key}.${message}`, showsError: isScreen(field) });
    }
  };
  const { defaultScreen } = config;
  const failure = defaultScreen === null ? null : check.problemOfScreen(defaultScreen);
  if (failure !== null) {
    const message = `default_screen: ${describeFailure(failure)}`;
    findings.push({ keys: ['default_screen'], message, showsError: true });
  }
  for (const entry of config.devices.values()) {
    const mapping = mappingOf(config, entry);
    if (mapping !== null) take(DEVICES, mapping.key, check.problemsOf(mapping));
    else if (hasNoScreen(config, null, entry)) take(DEVICES, entry.key, [screenless(config, entry)]);
    yield;
  }
  for (const { mapping } of config.frames.values()) {
    take(FRAMES, mapping.key, check.problemsOf(mapping));
    yield;
  }
  for (const group of config.groups) {
    take(GROUPS, group.name, check.problemsOfGroup(group));
    yield;
  }
  if (more > 0)
    findings.push({ keys: [], message: `and ${more} more problems of devices`, showsError: false });
  return findings;
}

function screenless(config: ConfigSnapshot, entry: MappingEntry): FieldProblem {
  return { field: 'screen', message: `screen: nobody gives this device one: ${noScreenText(config, entry)}` };
}

function isScreen(field: string): boolean {
  return /^(?:schedule\..*\.)?screen$/.test(field);
}

/** What an entry shows, as far as it is known without its device: null where nobody names a screen. */
function mappingOf(config: ConfigSnapshot, entry: MappingEntry): Mapping | null {
  if (config.groups.length === 0 || isDefaultKey(entry.key)) return hasScreen(entry) ? entry : null;
  return resolveEntry(config, unseenDevice(entry.key), entry)?.mapping ?? null;
}

/** The keys below an entry; names of params may have dots. */
function keysOf(field: string): readonly string[] {
  if (field.startsWith('schedule.')) return field.split('.');
  const [section = '', ...name] = field.split('.');
  return name.length === 0 ? [section] : [section, name.join('.')];
}
