/** Paths of groups. For the OpenAPI document. */
import { adminCall } from './admin-call.ts';
import { json, type Parameter, type PathItem } from './parts.ts';

const NAME: Parameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'Name of the group, its key under `groups`',
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', examples: ['halls'] },
};

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
      answer: json('Group', 'The group'),
      errors: ['invalid_path', 'unknown_group'],
    }),
    put: adminCall({
      id: 'putGroup',
      summary: 'Add or replace a group',
      description: 'A new one comes behind the others.',
      parameters: [NAME],
      body: 'PutGroup',
      answer: json('GroupWritten', 'Written; in effect with the next call of each of its devices'),
      writes: true,
      errors: ['invalid_path'],
    }),
    delete: adminCall({
      id: 'deleteGroup',
      summary: 'Remove a group',
      parameters: [NAME],
      answer: json('GroupDeleted', 'Removed'),
      writes: true,
      errors: ['invalid_path', 'unknown_group'],
    }),
  },
};
