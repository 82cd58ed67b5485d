/** The query of a request. */
import type { Request } from 'express';
import { AppError } from '../../platform/base/errors.ts';

/** Read the query; what cannot be decoded stays as it is. */
export function readQuery(request: Request): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
}

/**
 * A parameter that is on when it stands there alone or as `true`.
 * @throws {AppError} invalid_query: a word that might mean either must not decide anything
 */
export function readQueryFlag(query: URLSearchParams, name: string): boolean {
  const values = query.getAll(name);
  const [value = 'false', ...more] = values.map((text) => text.toLowerCase());
  if (more.length === 0 && (value === '' || value === 'true')) return true;
  if (more.length === 0 && value === 'false') return false;
  throw unexpected(name, 'true or false', values);
}

/**
 * A parameter that is one of some words.
 * @throws {AppError} invalid_query
 */
export function readQueryWord<const Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const values = query.getAll(name);
  const word = words.find((known) => known === (values[0] ?? fallback));
  if (word === undefined || values.length > 1) throw unexpected(name, `one of ${words.join(', ')}`, values);
  return word;
}

function unexpected(name: string, expected: string, values: readonly string[]): AppError {
  const got = JSON.stringify(values.join(', ').slice(0, 60));
  return new AppError('invalid_query', { detail: `${name}: expected ${expected}, got ${got}.` });
}
