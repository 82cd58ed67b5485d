/** Paths of groups. For the OpenAPI document. */
import { GROUP_NAME } from '../../../config/read/read-groups.ts';
import { adminCall } from './admin-call.ts';
import { headers, ifMatch, json, type Parameter, type PathItem } from './parts.ts';

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'Name of the group, its key under `groups`',
  schema: { type: 'string', pattern: GROUP_NAME.source, examples: ['halls'] },
};

const IF_MATCH = ifMatch('the group');

/** Groups by path. */
export const GROUP_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/groups': {
    get: adminCall({
      id: 'listGroups',
      summary: 'All groups',
      description:
        'In the order in which they count: each setting comes from the first one that selects a device and has it.',
      answer: json('Group', 'The entries under `groups`', true),
    }),
  },
  '/api/admin/groups/{name}': {
    get: adminCall({
      id: 'getGroup',
      summary: 'One group',
      parameters: [NAME],
      description:
        'The `ETag` names the state of its entry; absent for callers from whom secrets of it are hidden.',
      answer: json('Group', 'The group', false, headers('ETag')),
      errors: ['invalid_path', 'unknown_group'],
    }),
    put: adminCall({
      id: 'putGroup',
      summary: 'Add or replace a group',
      description: 'A new one comes behind the others.',
      parameters: [NAME, IF_MATCH],
      body: 'PutGroup',
      answer: json('GroupWritten', 'Written; in effect with the next call of each of its devices'),
      writes: true,
      errors: ['invalid_path', 'group_changed'],
    }),
    patch: adminCall({
      id: 'placeGroup',
      summary: 'Rename a group, or move it',
      description:
        'The first group that selects a device and has a setting gives it. Its comments go with a group that is moved; what it says stays.',
      parameters: [NAME, IF_MATCH],
      body: 'PlaceGroup',
      answer: json('GroupPlaced', 'Written; in effect with the next call of each of its devices'),
      writes: true,
      errors: ['invalid_path', 'unknown_group', 'group_changed', 'text_given_up'],
    }),
    delete: adminCall({
      id: 'deleteGroup',
      summary: 'Remove a group',
      parameters: [NAME, IF_MATCH],
      answer: json('GroupDeleted', 'Removed'),
      writes: true,
      errors: ['invalid_path', 'unknown_group', 'group_changed'],
    }),
  },
};
