/** Groups as the admin API shows and writes them. */
import { z } from 'zod';
import { type ConfigEdit, valueAt } from '../../config/edit/model.ts';
import { GROUPS } from '../../config/read/keys.ts';
import { isGroupName } from '../../config/read/read-groups.ts';
import type { AdminCaller } from '../../domain/admin-token.ts';
import type { Group } from '../../domain/mapping.ts';
import { parseSelector, SELECTOR_KEYS } from '../../domain/selector.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { EXPECTED, optionalSettingsOn, screenField } from '../bodies.ts';
import { changeConfig, changedNames } from '../config-text/change-config.ts';
import {
  checkDeviceParams,
  checkEntrySchedule,
  checkSettings,
  findScreen,
  type Lookups,
  storedSettings,
} from '../devices/check-device.ts';
import { readEach } from '../devices/effective-mapping.ts';
import { groupDigest, groupNotExpected } from '../devices/entry-digest.ts';
import { readBodyFields } from '../read-fields.ts';
import { type Concealing, concealingFor, paramsSchema, paramsView } from '../sensitive/secret-views.ts';
import type { View } from '../view.ts';

const MATCH_EXAMPLE = { tag: ['hall', 'stairs'], not: { panel: 'kindle_*' } };

export const groupSchema = z
  .object({
    name: z.string(),
    match: z.unknown().describe('Which devices it selects, as it stands in the config'),
    adopted_only: z
      .boolean()
      .describe('It selects only devices with an entry, and those that have called with one token for a day'),
    settings: z.record(z.string(), z.unknown()).describe('By the names that settings have in the config'),
    params: paramsSchema,
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('What is wrong with its screen and its params'),
  })
  .describe('Devices that have settings in common')
  .meta({
    id: 'Group',
    examples: [
      {
        name: 'halls',
        match: MATCH_EXAMPLE,
        adopted_only: false,
        settings: { screen: 'local/timetable', refresh: 300 },
        params: { line: 'U1' },
        problems: [],
      },
    ],
  });

export type GroupView = View<typeof groupSchema>;

export const groupBody = z
  .strictObject({
    match: z
      .unknown()
      .refine((match) => typeof match === 'object' && match !== null)
      .meta({ type: ['object', 'array'] })
      .describe(`A map of ${SELECTOR_KEYS.join(', ')} and \`not\`, or a list of such maps`)
      .register(EXPECTED, { text: `a map of ${SELECTOR_KEYS.join(', ')}, or a list of such maps` }),
    adopted_only: z
      .boolean()
      .describe('True: it selects no device that nobody has adopted; default false')
      .register(EXPECTED, { text: 'true or false' })
      .optional(),
    screen: screenField.optional(),
    ...optionalSettingsOn('group'),
  })
  .meta({
    id: 'PutGroup',
    examples: [{ match: MATCH_EXAMPLE, screen: 'service-builtin/clock', refresh: 300 }],
  });

export const groupWrittenSchema = z
  .object({ name: z.string(), created: z.boolean().describe('False where there was one of this name') })
  .meta({ id: 'GroupWritten', examples: [{ name: 'halls', created: true }] });

export const groupDeletedSchema = z
  .object({ deleted: z.string() })
  .meta({ id: 'GroupDeleted', examples: [{ deleted: 'halls' }] });

/** All groups, each a slice of its own, in the order in which they count. */
export function* listGroups(api: AdminApi, caller: AdminCaller): Generator<readonly GroupView[]> {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const concealing = concealingFor(api, caller, check);
  for (const group of config.groups) yield [groupView(group, check, concealing)];
}

/** One group, and the digest of its entry: null for callers from whom something of it is hidden. */
export interface GroupFound {
  readonly group: GroupView;
  readonly digest: string | null;
}

/**
 * One group.
 * @throws {AppError} unknown_group
 */
export function getGroup(api: AdminApi, name: string, caller: AdminCaller): GroupFound {
  const config = api.config();
  const group = config.groups.find((one) => one.name === name);
  if (group === undefined) throw unknownGroup(name);
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const concealing = concealingFor(api, caller, check);
  return {
    group: groupView(group, check, concealing),
    digest: concealing === null ? groupDigest(valueAt(api.rawConfig(), [GROUPS, name])) : null,
  };
}

function groupView(group: Group, check: MappingCheck, concealing: Concealing): GroupView {
  return {
    name: group.name,
    match: group.written,
    adopted_only: group.adoptedOnly,
    settings: readEach(group, concealing),
    params: paramsView(group, group.screen, concealing) ?? {},
    problems: check.problemsOfGroup(group),
  };
}

/**
 * Add a group behind the others, or replace one in its place.
 * @param expected the header `If-Match`; null without one
 * @throws {AppError} invalid_body with every problem, group_changed, and what stops a write
 */
export async function putGroup(
  api: AdminApi,
  call: AdminCall,
  name: string,
  body: PlainValue,
  expected: string | null,
): Promise<View<typeof groupWrittenSchema>> {
  const written = await changeConfig(api, call, (current) => {
    const { snapshot } = current;
    const changed = groupNotExpected(current.valueAt([GROUPS, name]), expected);
    if (changed !== null) return err(changed);
    const entry = readGroupBody(name, body, { config: snapshot, catalogue: api.catalogue });
    if (!entry.ok) return entry;
    const edit: ConfigEdit = { kind: 'set', path: [GROUPS, name], value: entry.value };
    const created = !snapshot.groups.some((group) => group.name === name);
    return ok({ edits: [edit], value: { name, created } });
  });
  call.log.info({ ...written, changed: changedNames(body) }, 'admin: group written');
  return written;
}

/**
 * Remove a group. Its devices show what remains for them.
 * @param expected the header `If-Match`; null without one
 * @throws {AppError} unknown_group, group_changed, and what stops a write
 */
export async function deleteGroup(
  api: AdminApi,
  call: AdminCall,
  name: string,
  expected: string | null,
): Promise<View<typeof groupDeletedSchema>> {
  await changeConfig(api, call, (current) => {
    if (!current.snapshot.groups.some((group) => group.name === name)) return err(unknownGroup(name));
    const changed = groupNotExpected(current.valueAt([GROUPS, name]), expected);
    if (changed !== null) return err(changed);
    const edit: ConfigEdit = { kind: 'remove', path: [GROUPS, name] };
    return ok({ edits: [edit], value: name });
  });
  call.log.info({ name }, 'admin: group deleted');
  return { deleted: name };
}

function readGroupBody(name: string, body: PlainValue, lookups: Lookups): Result<PlainObject, AppError> {
  const { fields, problems: malformed } = readBodyFields(groupBody, body);
  const { match, screen: ref, adopted_only: adoptedOnly, ...settings } = fields;
  const problems: FieldProblem[] = [
    ...nameProblems(name),
    ...malformed,
    ...checkSettings(settings, lookups),
    ...(match === undefined ? [] : matchProblems(match as PlainValue)),
    ...checkEntrySchedule(settings, ref, lookups),
    ...screenProblems(ref, settings.params as PlainObject | undefined, malformed, lookups),
  ];
  if (problems.length > 0) return err(new AppError('invalid_body', { problems }));
  const start = {
    match: match as PlainValue,
    ...(adoptedOnly === undefined ? {} : { adopted_only: adoptedOnly }),
    ...(ref === undefined ? {} : { screen: ref }),
  };
  return ok({ ...start, ...storedSettings(settings) });
}

/** What is wrong with the name of a group. */
export function nameProblems(name: string): readonly FieldProblem[] {
  if (isGroupName(name)) return [];
  const got = JSON.stringify(name.slice(0, 80));
  const message = `name: expected a name of 1 to 64 letters, digits, \`.\`, \`_\` and \`-\`, got ${got}`;
  return [{ field: 'name', message }];
}

function screenProblems(
  ref: string | undefined,
  params: PlainObject = {},
  malformed: readonly FieldProblem[],
  lookups: Lookups,
): readonly FieldProblem[] {
  if (ref === undefined) return [];
  const screen = findScreen(ref, lookups);
  if (!screen.ok) return [screen.error];
  if (malformed.some(({ field }) => field === 'params')) return [];
  // What is missing may come from the entries of devices, or from other groups.
  const own = Object.keys(params).map((param) => `params.${param}`);
  return checkDeviceParams(screen.value, params, params).filter(({ field }) => own.includes(field));
}

function matchProblems(match: PlainValue): readonly FieldProblem[] {
  const selector = parseSelector(match);
  if (selector.ok) return [];
  return selector.error.map(({ path, message }) => {
    const field = ['match', ...path].join('.');
    return { field, message: `${field}: ${message}` };
  });
}

/** The error for a group that does not exist. */
export function unknownGroup(name: string): AppError {
  return new AppError('unknown_group', { detail: `There is no group ${quoteShort(name)}.` });
}
