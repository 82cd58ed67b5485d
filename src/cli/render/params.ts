/** Reads params from the command line, and checks them against the declarations of a screen. */

import { checkParams, type ParamField, type ParamSchema, unknownParams } from '../../domain/params.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { runAtOnce } from '../../platform/base/turns.ts';
import { describeJsonError } from '../../server/http/json-syntax.ts';
import { EXIT, ExitError } from '../exit.ts';

/**
 * Read all values of `--params`, each a JSON object or `key=value`; later ones have precedence.
 * @throws {ExitError} 64 for what is neither, for what the screen does not know, and for values that do not fit
 */
export function readParams(texts: readonly string[], schema: ParamSchema): PlainObject {
  const params = Object.fromEntries(texts.flatMap((text) => Object.entries(readOne(text, schema))));
  // Missing params may be in the config.
  const wrong = checkParams(schema, params).filter(({ param }) => Object.hasOwn(params, param));
  const problems = [...unknownParams(schema, params), ...wrong].map(({ message }) => message);
  if (problems.length > 0) throw new ExitError(EXIT.usage, `--${problems.join('; ')}`);
  return params;
}

function readOne(text: string, schema: ParamSchema): PlainObject {
  if (text.trimStart().startsWith('{')) return readObject(text);
  const [, name, value] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw wrongParams(`expected a JSON object or key=value, got "${text}"`);
  }
  const field = schema.find((candidate) => candidate.name === name);
  return Object.fromEntries([[name, field === undefined ? readFree(value) : readTyped(value, field)]]);
}

function readObject(text: string): PlainObject {
  try {
    const parsed: PlainValue = JSON.parse(text);
    if (isPlainObject(parsed)) return parsed;
  } catch {
    throw wrongParams(`not JSON: ${runAtOnce(describeJsonError(text))}`);
  }
  throw wrongParams('expected a JSON object');
}

/** A value of the declared type; one that does not fit stays a text, and is refused as such. */
function readTyped(text: string, { type, options = [] }: ParamField): PlainValue {
  switch (type) {
    case 'int':
    case 'float':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'enum':
      return options.find(({ value }) => String(value) === text)?.value ?? text;
    default:
      return text;
  }
}

/** Without a declaration, everything that is JSON is read as JSON, and all else is text. */
function readFree(text: string): PlainValue {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wrongParams(reason: string): ExitError {
  return new ExitError(EXIT.usage, `--params: ${reason}`);
}
