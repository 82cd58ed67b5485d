/** Makes a token with which a program may push data. */
import { randomBytes } from 'node:crypto';
import { DATA_NAME_EXPECTED, isDataName, isDataPattern } from '../../domain/pushed-data.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { EXIT, ExitError } from '../exit.ts';

/** Has more random bits than anybody can guess. */
const TOKEN_BYTES = 32;

export interface NewDataToken {
  readonly token: string;
  /** Its entry in the config, line by line. */
  readonly config: readonly string[];
}

/**
 * Make a token.
 * @param name   of the token in the config
 * @param names  what it may push, comma-separated; without it, data of its own name
 * @throws {ExitError} 64
 */
export function makeDataToken(name: string, names: string | undefined): NewDataToken {
  if (!isDataName(name)) throw wrong('data', DATA_NAME_EXPECTED, name);
  const patterns = (names ?? name).split(',').map((text) => text.trim());
  for (const pattern of patterns) {
    if (!isDataPattern(pattern))
      throw wrong('names', `${DATA_NAME_EXPECTED}, or such a beginning before a *`, pattern);
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const listed = patterns.map((pattern) => JSON.stringify(pattern)).join(', ');
  const config = [
    'data_tokens:',
    `  ${JSON.stringify(name)}:`,
    `    sha256: "${sha256Hex(token)}"`,
    `    names: [${listed}]`,
  ];
  return { token, config };
}

function wrong(option: string, expected: string, got: string): ExitError {
  return new ExitError(EXIT.usage, `--${option}: expected ${expected}, got "${got}"`);
}
