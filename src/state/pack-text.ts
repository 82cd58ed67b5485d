/** Config texts as they are stored: compressed, since dozens of revisions are kept. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { STATE_LIMITS } from './limits.ts';
import { unreadable } from './unreadable.ts';
import { checkBytes } from './values.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** @throws {StateError} too_large */
export async function packText(text: string): Promise<Buffer> {
  checkBytes('a config', text, STATE_LIMITS.configBytes);
  return deflate(text);
}

/** @throws {StateError} damaged */
export async function unpackText(bytes: Buffer): Promise<string> {
  try {
    return (await inflate(bytes, { maxOutputLength: STATE_LIMITS.configBytes })).toString();
  } catch (error) {
    throw unreadable('config', 'the text of a revision', error);
  }
}
