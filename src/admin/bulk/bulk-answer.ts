/** What a change of many devices answers: the difference that it makes to each, or what is wrong. */
import { z } from 'zod';
import { applyEdit, type ConfigEdit, samePlain } from '../../config/edit/model.ts';
import { DEVICES } from '../../config/read/keys.ts';
import type { PlannedChange } from '../../config/source/writer.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { PARAM_PREFIX } from '../bodies.ts';
import { withoutMistaken } from '../config-text/config-view.ts';
import type { View } from '../view.ts';
import { BULK_LIMITS } from './bulk-limits.ts';

const change = z.object({
  field: z.string().describe('A setting, or a parameter as `params.city`'),
  before: z.unknown().describe('Null where it was not set'),
  after: z.unknown().describe('Null where it is removed'),
});

const problem = z.object({
  device: z.string().nullable().describe('The device as the request names it; null for what concerns all'),
  line: z.int().nullable().describe('Of a CSV: the line in which the row begins'),
  field: z.string().describe('A setting; in a CSV also the name of the column'),
  message: z.string(),
});

export const bulkAnswerSchema = z
  .object({
    dry_run: z.boolean().describe('True when nothing was written'),
    selected: z.int().describe('Devices that the request is about'),
    created: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    devices: z
      .array(
        z.object({
          key: z.string().describe('As it stands in the config file'),
          action: z.enum(['create', 'change', 'remove']),
          changes: z.array(change),
        }),
      )
      .describe('Those that change, each with the difference'),
    problem_count: z.int().describe('A request with problems changes nothing'),
    problems: z
      .array(problem)
      .describe(`The first ${BULK_LIMITS.problems}; only a dry run answers with problems`),
  })
  .meta({
    id: 'BulkAnswer',
    examples: [
      {
        dry_run: true,
        selected: 2,
        created: 0,
        changed: 1,
        removed: 0,
        unchanged: 1,
        devices: [
          {
            key: 'AA:BB:CC:DD:EE:FF',
            action: 'change',
            changes: [{ field: 'refresh', before: 600, after: 900 }],
          },
        ],
        problem_count: 0,
        problems: [],
      },
    ],
  });

export type BulkAnswer = View<typeof bulkAnswerSchema>;
export type BulkProblem = View<typeof problem>;
type Change = View<typeof change>;

/** One device as it is to be. */
export interface PlannedEntry {
  /** The key that the config file has. */
  readonly key: string;
  /** What stands there; null for a device without an entry. */
  readonly before: PlainObject | null;
  readonly edits: readonly ConfigEdit[];
}

/** A change of many devices, as far as it could be planned. */
export interface PlannedBulk {
  readonly entries: readonly PlannedEntry[];
  readonly problems: readonly BulkProblem[];
}

/**
 * The config change for all of them, and its answer. A dry run changes nothing.
 * @returns else, unless it is a dry run, `invalid_body` with the problems
 */
export function* answerBulk(
  { entries, problems }: PlannedBulk,
  dryRun: boolean,
): Slices<Result<PlannedChange<BulkAnswer>, AppError>> {
  if (problems.length > 0 && !dryRun) return err(invalidBulk(problems));
  const devices: BulkAnswer['devices'][number][] = [];
  for (const entry of entries) {
    const described = describeEntry(entry);
    if (described !== null) devices.push(described);
    yield;
  }
  const count = (wanted: string) => devices.filter(({ action }) => action === wanted).length;
  const value: BulkAnswer = {
    dry_run: dryRun,
    selected: entries.length,
    created: count('create'),
    changed: count('change'),
    removed: count('remove'),
    unchanged: entries.length - devices.length,
    devices,
    problem_count: problems.length,
    problems: problems.slice(0, BULK_LIMITS.problems),
  };
  return ok({ edits: dryRun ? [] : entries.flatMap(({ edits }) => edits), value });
}

/** The error for a change of many devices, with its first problems, each by its device. */
function invalidBulk(problems: readonly BulkProblem[]): AppError {
  const shown = problems
    .slice(0, BULK_LIMITS.problems)
    .map(({ device, line, field, message }): FieldProblem => {
      const place = line === null ? device : `line ${line}`;
      return place === null
        ? { field, message }
        : { field: device === null ? field : `devices.${device}.${field}`, message: `${place}: ${message}` };
    });
  const more = problems.length - shown.length;
  const rest = more > 0 ? [{ field: '', message: `${more} more problems` }] : [];
  return new AppError('invalid_body', { problems: [...shown, ...rest] });
}

/** Null for a device that stays as it is. */
function describeEntry({ key, before, edits }: PlannedEntry): BulkAnswer['devices'][number] | null {
  const after = entryAfter({ key, before, edits });
  const changes = differences(before, after);
  if (changes.length === 0 && (before === null) === (after === null)) return null;
  if (after === null) return { key, action: 'remove', changes };
  return { key, action: before === null ? 'create' : 'change', changes };
}

/** What stands in the config after the edits; null for no entry. */
export function entryAfter({ key, before, edits }: PlannedEntry): PlainObject | null {
  let section: PlainObject = before === null ? {} : { [key]: before };
  for (const edit of edits) section = applyEdit(section, { ...edit, path: edit.path.slice(1) }) ?? section;
  const after = section[key];
  return isPlainObject(after) ? after : null;
}

function differences(before: PlainObject | null, after: PlainObject | null): readonly Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    const isSame = was === undefined || is === undefined ? was === is : samePlain(was, is);
    return isSame ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
}

/** The settings of an entry, and each param by itself; without what may be a token in a wrong place. */
function fieldsOf(entry: PlainObject | null): ReadonlyMap<string, PlainValue> {
  const shown = entry === null ? {} : withoutMistaken(entry);
  if (!isPlainObject(shown)) return new Map();
  return new Map(
    Object.entries(shown).flatMap(([name, value]): [string, PlainValue][] =>
      name === 'params' && isPlainObject(value)
        ? Object.entries(value).map(([param, inner]) => [PARAM_PREFIX + param, inner])
        : [[name, value]],
    ),
  );
}

/** The entries of all devices in the config, as they are written. */
export function writtenEntries(raw: PlainObject): ReadonlyMap<string, PlainObject> {
  const section = raw[DEVICES];
  const entries = isPlainObject(section) ? Object.entries(section) : [];
  return new Map(entries.flatMap(([key, value]) => (isPlainObject(value) ? [[key, value]] : [])));
}
