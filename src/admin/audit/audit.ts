/** `GET /api/admin/audit`: who has changed what. */
import { z } from 'zod';
import { ACCESS_LIMITS } from '../../config/env/access-limits.ts';
import { ROLES } from '../../domain/admin-token.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { AuditEntry } from '../access/audit-entry.ts';
import type { AdminApi } from '../admin-api.ts';
import { lookUpDevice, parseDeviceKey } from '../devices/find-device.ts';
import { readMoment } from '../read-time.ts';
import { timeSchema, timeText, type View } from '../view.ts';

const DAY_MS = 86_400_000;

export const auditSchema = z
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
    examples: [
      {
        entries: [
          {
            ...{ id: '5f0c2a9be1d4', at: '2026-02-21T09:30:00.000Z', who: 'anna', role: 'admin' },
            ...{ address: '192.0.2.7', request_id: '7d1f0c9e-0000-4000-8000-000000000000' },
            ...{ action: 'PATCH /api/admin/devices/AA:BB:CC:DD:EE:FF', status: 200 },
            ...{ count: 1, since: '2026-02-21T09:30:00.000Z', devices: ['AA:BB:CC:DD:EE:FF'] },
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

/** Query parameters that it takes. */
export const AUDIT_QUERY = ['from', 'to', 'who', 'device', 'limit', 'cursor'] as const;

/**
 * A page of entries, the newest first.
 * @throws {AppError} invalid_query, store_unavailable
 */
export async function listAudit(api: AdminApi, query: URLSearchParams): Promise<View<typeof auditSchema>> {
  const one = (name: (typeof AUDIT_QUERY)[number]): string | null => query.get(name);
  const [fromMs, toMs] = [readEnd('from', one('from'), 0), readEnd('to', one('to'), DAY_MS)];
  const limit = readLimit(one('limit'));
  const [who, device, cursor] = [one('who'), one('device'), one('cursor')];
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
    ...{ id, at: timeText(atMs), who, role, address, request_id: requestId, action, status },
    ...{ count, since: timeText(sinceMs), devices, changes, more },
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
    ...[text, normalDeviceKey(text), found?.mapping?.key, found?.record?.id],
    ...(code === null ? [] : [code, shortCode(code)]),
    ...(key?.kind === 'mac' ? [key.id] : []),
  ];
  return new Set(keys.flatMap((one) => (one ? [normalDeviceKey(one) ?? one] : [])));
}

/** @param dateMs  added to a date alone */
function readEnd(name: string, text: string | null, dateMs: number): number | null {
  const moment = readMoment(name, text);
  if (moment === null) return null;
  return moment.isDate ? moment.ms + dateMs : moment.ms;
}

function readLimit(text: string | null): number {
  const { page: most, defaultPage } = ACCESS_LIMITS;
  if (text === null) return defaultPage;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw wrong('limit', `a whole number from 1 to ${most}`, text);
}

function wrong(name: string, expected: string, got: string): AppError {
  const shown = JSON.stringify(got.slice(0, 60));
  return new AppError('invalid_query', { detail: `${name}: expected ${expected}, got ${shown}.` });
}
