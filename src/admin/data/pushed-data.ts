/** `/api/admin/data`: which data were pushed. What they say is for scripts, and for those who push them. */
import { z } from 'zod';
import { AppError } from '../../platform/base/errors.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall, DATA_NAME } from '../admin-call.ts';
import { DONE, type Done, doneSchema, timeSchema, timeText, type View } from '../view.ts';

const dataListSchema = z
  .array(
    z.object({
      name: z.string(),
      bytes: z.int(),
      updated: timeSchema,
      age_seconds: z.int().min(0),
      expires: timeSchema.describe('When they are forgotten without another push'),
    }),
  )
  .meta({
    id: 'PushedDataList',
    examples: [
      [
        {
          name: 'weather',
          bytes: 34,
          age_seconds: 90,
          updated: '2026-02-21T09:30:00.000Z',
          expires: '2026-03-23T09:30:00.000Z',
        },
      ],
    ],
  });

/** All data, by name. */
function listData({ pushes: { data } }: AdminApi): View<typeof dataListSchema> {
  const nowMs = Date.now();
  return data.list(nowMs).map(([name, { bytes, pushedMs, untilMs }]) => ({
    name,
    bytes,
    updated: timeText(pushedMs),
    age_seconds: Math.max(0, Math.floor((nowMs - pushedMs) / 1000)),
    expires: timeText(untilMs),
  }));
}

/**
 * Forget data.
 * @throws {AppError} not_pushed, store_unavailable
 */
async function deleteData({ pushes: { data } }: AdminApi, call: AdminCall, name: string): Promise<Done> {
  if (data.head(name, Date.now()) === null) throw new AppError('not_pushed');
  if (!(await data.remove(name))) throw new AppError('store_unavailable');
  call.log.info({ data: name }, 'admin: data removed');
  return DONE;
}

export const DATA_CALLS = {
  listData: adminCall({
    method: 'GET',
    path: '/data',
    role: 'viewer',
    summary: 'Which data were pushed',
    answer: { schema: dataListSchema, description: 'Names, sizes and ages' },
    run: ({ api }) => listData(api),
  }),
  deleteData: adminCall({
    method: 'DELETE',
    path: '/data/{name}',
    // Data that are shown for a time are the work of authors.
    role: 'author',
    summary: 'Forget data',
    params: { name: DATA_NAME },
    answer: { schema: doneSchema, description: 'Forgotten' },
    errors: ['invalid_path', 'not_pushed', 'store_unavailable'],
    run: ({ api, call, params }) => deleteData(api, call, params.name),
  }),
};
