/** Calls about frames, and how they write entries under `frames`. */
import { z } from 'zod';
import { FRAMES } from '../../config/read/keys.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall, type TextParameter } from '../admin-call.ts';
import { changeConfig, changedNames } from '../config-text/change-config.ts';
import { type Lookups, newEntry, withScreenHints } from '../devices/check-device.ts';
import { planUpdate } from '../devices/update-entry.ts';
import { type DeviceWritten, writtenSchema } from '../devices/write-device.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { createFrameBody, updateFrameBody } from './frame-bodies.ts';
import { frameSchema, getFrame, listFrames, unknownFrame } from './frames.ts';

/** Calls that write entries under `frames`. */
const frameDeletedSchema = z
  .object({ deleted: z.string().describe('The name that it had') })
  .meta({ id: 'FrameDeleted', examples: [{ deleted: 'hallway' }] });

/**
 * Add a frame.
 * @throws {AppError} invalid_body with every problem, frame_exists, and what stops a write
 */
async function createFrame(api: AdminApi, call: AdminCall, body: PlainValue): Promise<DeviceWritten> {
  const written = await changeConfig(api, call, ({ snapshot }) => {
    const read = readFrame(body, { config: snapshot, catalogue: api.catalogue });
    if (!read.ok) return read;
    const { key, entry } = read.value;
    if (snapshot.frames.has(key)) return err(new AppError('frame_exists'));
    const value = { key, screen: String(entry['screen']) };
    return ok({ edits: [{ kind: 'set', path: [FRAMES, key], value: entry }] as const, value });
  });
  call.log.info({ ...written, changed: changedNames(body) }, 'admin: frame created');
  return written;
}

function readFrame(
  body: PlainValue,
  lookups: Lookups,
): Result<{ readonly key: string; readonly entry: PlainObject }, AppError> {
  const { fields, problems } = readBodyFields(createFrameBody, body);
  const { key, screen: ref, ...settings } = fields;
  const malformed = withScreenHints(problems, body, lookups);
  const entry = newEntry(ref, settings, malformed, lookups, null);
  if (!entry.ok || key === undefined) {
    return err(new AppError('invalid_body', { problems: entry.ok ? [] : entry.error }));
  }
  return ok({ key, entry: entry.value });
}

/**
 * Change settings of a frame.
 * @throws {AppError} unknown_frame, invalid_body with every problem, and what stops a write
 */
async function updateFrame(
  api: AdminApi,
  call: AdminCall,
  key: string,
  body: PlainValue,
): Promise<DeviceWritten> {
  const written = await changeConfig(api, call, ({ snapshot, valueAt }) => {
    const mapping = snapshot.frames.get(key)?.mapping;
    if (mapping === undefined) return err(unknownFrame(key));
    const at = [FRAMES, key];
    const lookups = { config: snapshot, catalogue: api.catalogue };
    const planned = planUpdate(
      updateFrameBody,
      body,
      { mapping, shown: () => mapping.screen, missing: () => null, at, written: valueAt(at) },
      lookups,
    );
    if (!planned.ok) return planned;
    const { edits, screen } = planned.value;
    return ok({ edits, value: { key, screen } });
  });
  call.log.info({ ...written, changed: changedNames(body) }, 'admin: frame updated');
  return written;
}

/**
 * Remove a frame. Its tokens are worth nothing from then on.
 * @throws {AppError} unknown_frame, and what stops a write
 */
async function deleteFrame(
  api: AdminApi,
  call: AdminCall,
  key: string,
): Promise<View<typeof frameDeletedSchema>> {
  await changeConfig(api, call, ({ snapshot }) => {
    if (!snapshot.frames.has(key)) return err(unknownFrame(key));
    return ok({ edits: [{ kind: 'remove', path: [FRAMES, key] }] as const, value: key });
  });
  call.log.info({ key }, 'admin: frame deleted');
  return { deleted: key };
}

const KEY: TextParameter = {
  description: 'Name of the frame, its key under `frames`',
  schema: { type: 'string', examples: ['hallway'] },
};

const params = { key: KEY };

export const FRAME_CALLS = {
  listFrames: adminCall({
    method: 'GET',
    path: '/frames',
    role: 'viewer',
    summary: 'All frames',
    answer: { schema: z.array(frameSchema), description: 'The entries under `frames`' },
    run: ({ api, call }) => listFrames(api, call.caller),
  }),
  createFrame: adminCall({
    method: 'POST',
    path: '/frames',
    role: 'admin',
    summary: 'Add a frame',
    body: { schema: createFrameBody },
    answer: {
      schema: writtenSchema,
      description: 'Written; its address works with the tokens that it was given',
    },
    writesConfig: true,
    errors: ['frame_exists'],
    run: ({ api, call, body }) => createFrame(api, call, body),
  }),
  getFrame: adminCall({
    method: 'GET',
    path: '/frames/{key}',
    role: 'viewer',
    summary: 'One frame',
    params,
    answer: { schema: frameSchema, description: 'The frame' },
    errors: ['invalid_path', 'unknown_frame'],
    run: ({ api, call, params: { key } }) => getFrame(api, key, call.caller),
  }),
  updateFrame: adminCall({
    method: 'PATCH',
    path: '/frames/{key}',
    role: 'admin',
    summary: 'Change settings of a frame',
    description: 'As for a device. `frame_tokens` takes the place of all tokens that there were.',
    params,
    body: { schema: updateFrameBody },
    answer: { schema: writtenSchema, description: 'Written; in effect with the next call' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_frame'],
    run: ({ api, call, params: { key }, body }) => updateFrame(api, call, key, body),
  }),
  deleteFrame: adminCall({
    method: 'DELETE',
    path: '/frames/{key}',
    role: 'admin',
    summary: 'Remove a frame',
    params,
    answer: { schema: frameDeletedSchema, description: 'Removed' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_frame'],
    run: ({ api, call, params: { key } }) => deleteFrame(api, call, key),
  }),
};
