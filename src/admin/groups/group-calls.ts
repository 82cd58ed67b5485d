/** Calls about groups. */
import { z } from 'zod';
import { GROUP_NAME } from '../../config/read/read-groups.ts';
import { adminCall, ETAG, type TextParameter } from '../admin-call.ts';
import {
  deleteGroup,
  getGroup,
  groupBody,
  groupDeletedSchema,
  groupSchema,
  groupWrittenSchema,
  listGroups,
  putGroup,
} from './groups.ts';
import { groupPlacedSchema, placeGroup, placeGroupBody } from './place-group.ts';

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
