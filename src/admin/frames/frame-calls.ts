/** Calls about frames. */
import { z } from 'zod';
import { adminCall, type TextParameter } from '../admin-call.ts';
import { writtenSchema } from '../devices/create-device.ts';
import { createFrameBody, updateFrameBody } from './frame-bodies.ts';
import { frameSchema, getFrame, listFrames } from './frames.ts';
import { createFrame, deleteFrame, frameDeletedSchema, updateFrame } from './write-frame.ts';

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
