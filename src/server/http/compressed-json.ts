/**
 * Long JSON, compressed for callers who take it. The length of a compressed answer says how much of it repeats, so one that
 * has both a secret and text that somebody else chooses would give the secret away to who watches lengths (BREACH). What is
 * sent by this holds no secret: no params, tokens, keys, logs or texts of files and of the config.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { CONSOLE_LIMITS } from '../../admin/access/console-limits.ts';
import { preferredCoding } from './accept-encoding.ts';
import { JSON_TYPE, sendBytes } from './json.ts';
import { jsonInSlices } from './json-writer.ts';
import { makeAnswer } from './long-answers.ts';

/** Five times as quick as the usual quality of Brotli, which is meant for files that are compressed once. */
const BROTLI_QUALITY = 4;

const COMPRESS = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

const CODINGS = ['br', 'gzip'] as const satisfies readonly (keyof typeof COMPRESS)[];

/** Answer 200 with JSON that may be long and has no secret in it. Ends the response. */
export async function sendOpenJson(request: Request, response: Response, body: unknown): Promise<void> {
  const bytes = await makeAnswer(response, jsonInSlices(body));
  response.setHeader('Vary', 'Accept-Encoding');
  const coding = preferredCoding(request.headers['accept-encoding']?.toString(), CODINGS);
  if (coding === null || bytes.length < CONSOLE_LIMITS.compressedFromBytes) {
    sendBytes(response, JSON_TYPE, bytes);
    return;
  }
  // In a thread of its own: calls of devices are not held up.
  const compressed = await COMPRESS[coding](bytes);
  response.setHeader('Content-Encoding', coding);
  sendBytes(response, JSON_TYPE, compressed);
}
