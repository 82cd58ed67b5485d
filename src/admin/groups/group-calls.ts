/** Calls about groups, and how a group gets another name or place. */
import { z } from 'zod';
import { namesOf } from '../../config/read/group-order.ts';
import { GROUPS } from '../../config/read/keys.ts';
import { GROUP_NAME } from '../../config/read/read-groups.ts';
import { type GroupPlacing, orderAfter, placeGroupInText } from '../../config/texts/place-group.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall, ETAG, type TextParameter } from '../admin-call.ts';
import { EXPECTED } from '../bodies.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { askOfText } from '../config-text/config-source.ts';
import { groupNotExpected } from '../devices/entry-digest.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import {
  deleteGroup,
  getGroup,
  groupBody,
  groupDeletedSchema,
  groupSchema,
  groupWrittenSchema,
  listGroups,
  nameProblems,
  putGroup,
  unknownGroup,
} from './groups.ts';

/** `PATCH /api/admin/groups/{name}`: gives a group another name, or another place among the others. */
const placeGroupBody = z
  .strictObject({
    name: z
      .string()
      .regex(GROUP_NAME)
      .describe('Its new name')
      .register(EXPECTED, { text: 'a name of 1 to 64 letters, digits, `.`, `_` and `-`' })
      .optional(),
    before: z
      .string()
      .nullable()
      .describe('The group that it is to stand before; null for behind all others')
      .register(EXPECTED, { text: 'the name of another group, or null for behind all others' })
      .optional(),
  })
  .meta({ id: 'PlaceGroup', minProperties: 1, examples: [{ name: 'corridors', before: 'berlin' }] });

const groupPlacedSchema = z
  .object({
    name: z.string().describe('Its name after the change'),
    groups: z.array(z.string()).describe('The names of all groups in the order in which they count'),
  })
  .meta({ id: 'GroupPlaced', examples: [{ name: 'corridors', groups: ['kindles', 'corridors', 'berlin'] }] });

/**
 * Rename or move a group. The config keeps its text around it, and the comments of the group go with it.
 * @param expected the header `If-Match`; null without one
 * @throws {AppError} unknown_group, group_changed, invalid_body with every problem, and what stops a write
 */
async function placeGroup(
  api: AdminApi,
  call: AdminCall,
  name: string,
  body: PlainValue,
  expected: string | null,
): Promise<View<typeof groupPlacedSchema>> {
  const placed = await changeConfig(api, call, async ({ snapshot, text, valueAt }) => {
    if (!namesOf(snapshot).includes(name)) return err(unknownGroup(name));
    const changed = groupNotExpected(valueAt([GROUPS, name]), expected);
    if (changed !== null) return err(changed);
    const placing = readPlacing(snapshot, name, body);
    if (!placing.ok) return placing;
    const made = await askOfText(api, placeGroupInText, { text, placing: placing.value });
    if (made === null) return err(notInPlace(name));
    const value = { name: placing.value.newName, groups: [...orderAfter(snapshot, placing.value)] };
    return ok({ edits: { text: made, what: what(placing.value) }, value });
  });
  call.log.info({ group: name, ...placed }, 'admin: group placed');
  return placed;
}

function readPlacing(
  snapshot: Pick<ConfigSnapshot, 'groups'>,
  name: string,
  body: PlainValue,
): Result<GroupPlacing, AppError> {
  const { fields, problems: malformed } = readBodyFields(placeGroupBody, body);
  const { name: newName = name, before } = fields;
  const others = namesOf(snapshot).filter((one) => one !== name);
  const problems: FieldProblem[] = [...malformed, ...nameProblems(newName)];
  if (others.includes(newName)) {
    problems.push({ field: 'name', message: `name: there is a group ${quoteShort(newName)} already` });
  }
  if (typeof before === 'string' && !others.includes(before)) {
    const message = `before: expected the name of another group, or null for behind all others, got ${quoteShort(before)}`;
    problems.push({ field: 'before', message });
  }
  if (malformed.length === 0 && fields.name === undefined && before === undefined) {
    problems.push({ field: 'name', message: 'expected name, before or both, got neither' });
  }
  if (problems.length > 0) return err(new AppError('invalid_body', { problems }));
  return ok({ name, newName, before });
}

/** For the note of a revision. */
function what({ name, newName, before }: GroupPlacing): string {
  const renamed = newName === name ? [] : [`renamed ${GROUPS}.${name} to ${newName}`];
  const place = before === null ? 'behind all others' : `before ${before}`;
  return [...renamed, ...(before === undefined ? [] : [`moved ${GROUPS}.${newName} ${place}`])].join(', ');
}

function notInPlace(name: string): AppError {
  const detail = `The group ${quoteShort(name)} cannot be placed without changing something else in the config, as where anchors or merge keys are around it: edit the text.`;
  return new AppError('config_not_usable', { detail });
}

const NAME: TextParameter = {
  description: 'Name of the group, its key under `groups`',
  schema: { type: 'string', pattern: GROUP_NAME.source, examples: ['halls'] },
};

const params = { name: NAME };
const ifMatch = 'the group';

export const GROUP_CALLS = {
  listGroups: adminCall({
    method: 'GET',
    path: '/groups',
    role: 'viewer',
    summary: 'All groups',
    description:
      'In the order in which they count: each setting comes from the first one that selects a device and has it.',
    answer: { schema: z.array(groupSchema), description: 'The entries under `groups`' },
    run: async ({ api, call, exchange }) =>
      exchange.sendLong('application/json', await exchange.makeList(listGroups(api, call.caller))),
  }),
  getGroup: adminCall({
    method: 'GET',
    path: '/groups/{name}',
    role: 'viewer',
    summary: 'One group',
    description:
      'The `ETag` names the state of its entry; absent for callers from whom secrets of it are hidden.',
    params,
    answer: { schema: groupSchema, description: 'The group', headers: ETAG },
    errors: ['invalid_path', 'unknown_group'],
    run: ({ api, call, params: { name }, exchange: { response } }) => {
      const { group, digest } = getGroup(api, name, call.caller);
      if (digest !== null) response.setHeader('ETag', `"${digest}"`);
      return group;
    },
  }),
  putGroup: adminCall({
    method: 'PUT',
    path: '/groups/{name}',
    role: 'admin',
    summary: 'Add or replace a group',
    description: 'A new one comes behind the others.',
    params,
    ifMatch,
    body: { schema: groupBody },
    answer: {
      schema: groupWrittenSchema,
      description: 'Written; in effect with the next call of each of its devices',
    },
    writesConfig: true,
    errors: ['invalid_path', 'group_changed'],
    run: ({ api, call, params: { name }, body, expected }) => putGroup(api, call, name, body, expected),
  }),
  placeGroup: adminCall({
    method: 'PATCH',
    path: '/groups/{name}',
    role: 'admin',
    summary: 'Rename a group, or move it',
    description:
      'The first group that selects a device and has a setting gives it. Its comments go with a group that is moved; what it says stays.',
    params,
    ifMatch,
    body: { schema: placeGroupBody },
    answer: {
      schema: groupPlacedSchema,
      description: 'Written; in effect with the next call of each of its devices',
    },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_group', 'group_changed', 'text_given_up'],
    run: ({ api, call, params: { name }, body, expected }) => placeGroup(api, call, name, body, expected),
  }),
  deleteGroup: adminCall({
    method: 'DELETE',
    path: '/groups/{name}',
    role: 'admin',
    summary: 'Remove a group',
    params,
    ifMatch,
    answer: { schema: groupDeletedSchema, description: 'Removed' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_group', 'group_changed'],
    run: ({ api, call, params: { name }, expected }) => deleteGroup(api, call, name, expected),
  }),
};
