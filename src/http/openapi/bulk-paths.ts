/** Paths of the admin API about many devices at once, for the OpenAPI document. */
import { adminCall } from './admin-paths.ts';
import { json, type PathItem } from './parts.ts';

/** By path. */
export const BULK_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/devices:bulk': {
    post: adminCall({
      id: 'changeDevices',
      summary: 'Change, create or remove the entries of many devices',
      description:
        'All of them or none, as one change of the config. With `dry_run` the answer says what would change, and which problems there are.',
      body: 'BulkChange',
      answer: json('BulkAnswer', 'The difference; in effect with the next display calls'),
      writes: true,
    }),
  },
};
