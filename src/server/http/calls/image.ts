/** `GET /api/image/{hash}.png`. */
import { image } from '../../../fleet/calls/image.ts';
import { noteImage } from '../../../fleet/calls/trail-notes.ts';
import { deadlineIn } from '../../../platform/base/deadline.ts';
import { isCached } from '../../../platform/base/if-none-match.ts';
import { LIMITS } from '../../../platform/base/limits.ts';
import { addressOf } from '../call-context.ts';
import { requestIdOf, requestLog } from '../request-context.ts';
import { readQuery } from '../request-url.ts';
import { timingHeader } from '../server-timing.ts';
import { BINARY, type Call } from './call.ts';

const HEADERS = {
  ETag: {
    required: true,
    description: 'The name of the picture, in quotes',
    schema: { type: 'string', pattern: '^"[0-9a-f]{30}"$' },
  },
  'Cache-Control': {
    required: true,
    description: 'An hour, as long as the address is good',
    schema: { type: 'string', examples: ['private, max-age=3600, immutable'] },
  },
  ...timingHeader(
    'For callers that also send the admin token as `Authorization: Bearer …`:',
    'queue;dur=0.214, svg;dur=1.31, text;dur=0.92, draw;dur=2.44, dither;dur=1.02, encode;dur=0.71, total;dur=0.388, picture;desc="ahead"',
  ),
};

export const imageCall: Call = {
  id: 'image',
  method: 'GET',
  path: '/api/image/{hash}.png',
  tag: 'device',
  summary: 'A picture, by the signed address from the display call',
  params: {
    hash: { description: 'Content hash', schema: { type: 'string', pattern: '^[0-9a-f]{30}$' } },
  },
  query: {
    exp: {
      required: true,
      description: 'Expiry, Unix seconds',
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
    },
    sig: {
      required: true,
      description: 'HMAC-SHA256 of the address, hex',
      schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    },
    dev: {
      description: 'The device that was told of the picture',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8}$' },
    },
    say: {
      description: 'What the device said in that call, with an HMAC of its own',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{20,240}$' },
    },
  },
  answers: {
    200: { description: 'The picture', headers: HEADERS, content: { 'image/png': BINARY } },
    304: { description: 'The picture that the caller has is the same', headers: HEADERS },
  },
  errors: ['invalid_path', 'invalid_signature', 'content_not_found', 'render_failed', 'picture_delayed'],
  serve:
    ({ device: api, tellTimes }) =>
    async (request, response) => {
      const name = String(request.params['hash']);
      const query = readQuery(request);
      const call = { deadline: deadlineIn(LIMITS.deviceCallMs), log: requestLog(response) };
      const facts = { address: addressOf(request), requestId: requestIdOf(response), name, query };
      const outcome = await image(api, name, query, call).catch((error: unknown) => {
        noteImage(api, facts, { error });
        throw error;
      });
      const { png, hash, drawn, stagesMs } = outcome;
      tellTimes(response, stagesMs, drawn);
      response.setHeader('ETag', `"${hash}"`);
      response.setHeader('Cache-Control', hash === name ? 'private, max-age=3600, immutable' : 'no-store');
      if (isCached(request.headers['if-none-match'], hash)) {
        noteImage(api, facts, { status: 304, bytes: 0 });
        response.statusCode = 304;
        response.end();
        return;
      }
      noteImage(api, facts, { status: 200, bytes: png.length });
      // Firmware compares the whole header: no charset, no compression.
      response.setHeader('Content-Type', 'image/png');
      response.setHeader('Content-Length', png.length);
      response.end(request.method === 'HEAD' ? undefined : png);
    },
};
