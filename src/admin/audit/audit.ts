/** `GET /api/admin/audit`: who has changed what. */
import { z } from 'zod';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import { ROLES } from '../../domain/admin-token.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { Moment } from '../../platform/time/moment.ts';
import type { AuditEntry } from '../access/audit-entry.ts';
import type { AdminApi } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { lookUpDevice, parseDeviceKey } from '../devices/find-device.ts';
import { momentQuery, textQuery, wholeQuery } from '../query-fields.ts';
import { timeSchema, timeText, type View } from '../view.ts';

const DAY_MS = 86_400_000;

const auditSchema = z
  .object({
    entries: z.array(
      z.object({
        id: z.string(),
        at: timeSchema,
        who: z.string().describe('Name of the token, `admin token` for that one, or the user of a command'),
        role: z.enum(ROLES).nullable().describe('Null for a command, which needs no token'),
        address: z.string().nullable(),
        request_id: z.string().nullable(),
        action: z.string().describe('Method and path, or the command'),
        status: z
          .int()
          .nullable()
          .describe('Null for a command, and where the caller left before the answer'),
        count: z
          .int()
          .min(1)
          .describe(
            'How often since `since`: refusals and pushes are counted, and kept 1st, 2nd, 4th, 8th …',
          ),
        since: timeSchema,
        devices: z.array(z.string()),
        changes: z
          .array(
            z.object({
              path: z.string().describe('In the config, from the top level down'),
              before: z.unknown().optional().describe('Absent where there was none'),
              after: z.unknown().optional().describe('Absent where there is none'),
            }),
          )
          .describe('Secrets are `[redacted]`'),
        more: z.int().min(0).describe('Changes that are not shown'),
      }),
    ),
    next: z.string().nullable().describe('The `cursor` of the next page; null at the end'),
    wrong_tokens: z
      .object({ count: z.int().min(0), last: timeSchema.nullable() })
      .describe('Calls with tokens that nobody has, on this server since its start'),
  })
  .meta({
    id: 'Audit',
    examples: [
      {
        entries: [
          {
            id: '5f0c2a9be1d4',
            at: '2026-02-21T09:30:00.000Z',
            who: 'anna',
            role: 'admin',
            address: '192.0.2.7',
            request_id: '7d1f0c9e-0000-4000-8000-000000000000',
            action: 'PATCH /api/admin/devices/AA:BB:CC:DD:EE:FF',
            status: 200,
            count: 1,
            since: '2026-02-21T09:30:00.000Z',
            devices: ['AA:BB:CC:DD:EE:FF'],
            changes: [
              { path: 'devices.AA:BB:CC:DD:EE:FF.screen', before: 'clock', after: 'weather' },
              { path: 'devices.AA:BB:CC:DD:EE:FF.params.key', after: '[redacted]' },
            ],
            more: 0,
          },
        ],
        next: null,
        wrong_tokens: { count: 0, last: null },
      },
    ],
  });

const QUERY = {
  from: momentQuery('The first moment'),
  to: momentQuery('The last moment; a date to its end'),
  who: textQuery('Name of the token', { examples: ['anna'] }),
  device: textQuery('A device, by any of its keys', { examples: ['AA:BB:CC:DD:EE:FF'] }),
  limit: wholeQuery(
    'How many entries at most',
    { min: 1, max: ACCESS_LIMITS.page, default: ACCESS_LIMITS.defaultPage },
    {},
    `a whole number from 1 to ${ACCESS_LIMITS.page}`,
  ),
  cursor: textQuery('`next` of the page before', { examples: ['5f0c2a9be1d4'] }),
};

/** Which entries are asked for. */
interface AuditQuery {
  readonly from: Moment | null;
  readonly to: Moment | null;
  readonly who: string | null;
  readonly device: string | null;
  readonly limit: number;
  readonly cursor: string | null;
}

/**
 * A page of entries, the newest first.
 * @throws {AppError} store_unavailable
 */
async function listAudit(
  api: AdminApi,
  { from, to, who, device, limit, cursor }: AuditQuery,
): Promise<View<typeof auditSchema>> {
  const [fromMs, toMs] = [endOf(from, 0), endOf(to, DAY_MS)];
  const keys = device === null ? null : keysOf(api, device);
  const all = await api.audit.list(Date.now());
  if (all === null) throw new AppError('store_unavailable');
  const found = after(all, cursor).filter(
    ({ atMs, who: name, devices }) =>
      (fromMs === null || atMs >= fromMs) &&
      (toMs === null || atMs <= toMs) &&
      (who === null || name === who) &&
      (keys === null || devices.some((key) => keys.has(key))),
  );
  const page = found.slice(0, limit);
  const { count, lastMs } = api.audit.wrongTokens;
  return {
    entries: page.map(entryView),
    next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    wrong_tokens: { count, last: lastMs === null ? null : timeText(lastMs) },
  };
}

type EntryView = View<typeof auditSchema>['entries'][number];

function entryView(entry: AuditEntry): EntryView {
  const { id, atMs, who, role, address, requestId, action, status, count, sinceMs } = entry;
  const { devices, changes, more } = entry;
  return {
    id,
    at: timeText(atMs),
    who,
    role,
    address,
    request_id: requestId,
    action,
    status,
    count,
    since: timeText(sinceMs),
    devices,
    changes,
    more,
  };
}

/** What follows an entry. One that is not kept any more was older than all that are. */
function after(entries: readonly AuditEntry[], cursor: string | null): readonly AuditEntry[] {
  if (cursor === null) return entries;
  const index = entries.findIndex(({ id }) => id === cursor);
  return index < 0 ? [] : entries.slice(index + 1);
}

/** All keys under which a device may stand in the trail: its address, its code, and that of its entry. */
function keysOf(api: AdminApi, text: string): ReadonlySet<string> {
  const key = parseDeviceKey(text);
  const found = key === null ? null : lookUpDevice(api.config(), api.registry, key);
  const code = found?.record?.registrationCode ?? null;
  const keys = [
    text,
    normalDeviceKey(text),
    found?.mapping?.key,
    found?.record?.id,
    ...(code === null ? [] : [code, shortCode(code)]),
    ...(key?.kind === 'mac' ? [key.id] : []),
  ];
  return new Set(keys.flatMap((one) => (one ? [normalDeviceKey(one) ?? one] : [])));
}

/** @param dateMs  added to a date alone */
function endOf(moment: Moment | null, dateMs: number): number | null {
  return moment?.isDate ? moment.ms + dateMs : (moment?.ms ?? null);
}

export const AUDIT_CALLS = {
  listAudit: adminCall({
    method: 'GET',
    path: '/audit',
    // It has names and addresses of people.
    role: 'admin',
    summary: 'Who has changed what',
    description:
      'Every write of the admin API and of commands that write the config in the state store, and what was refused for its role: the last 1 000 within 90 days, without secrets.',
    query: QUERY,
    answer: { schema: auditSchema, description: 'The entries, the newest first' },
    errors: ['store_unavailable'],
    run: ({ api, query }) => listAudit(api, query),
  }),
};
