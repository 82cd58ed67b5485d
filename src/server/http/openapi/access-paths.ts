/** The path of the audit trail, for the OpenAPI document. */
import { ACCESS_LIMITS } from '../../../config/env/access-limits.ts';
import { adminCall } from './admin-call.ts';
import { json, type PathItem } from './parts.ts';
import { momentQuery, textQuery, wholeQuery } from './query-parameters.ts';

const LIMIT = wholeQuery('limit', 'How many entries at most', {
  ...{ minimum: 1, maximum: ACCESS_LIMITS.page, default: ACCESS_LIMITS.defaultPage },
});

export const ACCESS_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/audit': {
    get: adminCall({
      id: 'listAudit',
      summary: 'Who has changed what',
      description:
        'Every write of the admin API and of commands that write the config in the state store, and what was refused for its role: the last 1 000 within 90 days, without secrets.',
      parameters: [
        momentQuery('from', 'The first moment'),
        momentQuery('to', 'The last moment; a date to its end'),
        textQuery('who', 'Name of the token', 'anna'),
        textQuery('device', 'A device, by any of its keys', 'AA:BB:CC:DD:EE:FF'),
        LIMIT,
        textQuery('cursor', '`next` of the page before', '5f0c2a9be1d4'),
      ],
      answer: json('Audit', 'The entries, the newest first'),
      errors: ['store_unavailable'],
    }),
  },
  '/api/admin/sensitive-params': {
    get: adminCall({
      id: 'listSensitiveParams',
      summary: 'Params that stay hidden though their screens call them sensitive no more',
      answer: json('SensitiveParams', 'The params, by their screens'),
    }),
  },
  '/api/admin/sensitive-params:open': {
    post: adminCall({
      id: 'openSensitiveParam',
      summary: 'Say that such a param is no secret',
      description: 'Viewers and authors see its values from then on, and logs and reasons may have them.',
      body: 'OpenParam',
      answer: json('Done', 'Open from now on'),
    }),
  },
};
