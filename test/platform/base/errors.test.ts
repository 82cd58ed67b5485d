import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AppError, ERRORS } from '../../../src/platform/base/errors.ts';

it('takes status, level and sentence from the table', () => {
  const error = new AppError('invalid_token');
  assert.deepEqual([error.status, error.level, error.message], [401, 'info', ERRORS.invalid_token.text]);
  assert.deepEqual(error.headers, {});
});

it('takes the sentence, the cause and the headers of the place that raised it', () => {
  const cause = new Error('inner');
  const error = new AppError('overloaded', { detail: 'busy', cause, headers: { 'Retry-After': '5' } });
  assert.deepEqual([error.message, error.cause, error.headers['Retry-After']], ['busy', cause, '5']);
});

it('tells all problems in its sentence, the first ten in full', () => {
  const problems = Array.from({ length: 12 }, (_, n) => ({ field: `f${n}`, message: `f${n}: bad` }));
  const error = new AppError('invalid_body', { problems });
  assert.match(error.message, /^f0: bad; f1: bad; .*; f9: bad; and 2 more\.$/);
  assert.equal(error.problems.length, 12);
});

it('has codes in snake case, statuses of errors, and whole sentences', () => {
  for (const [code, { status, text }] of Object.entries(ERRORS)) {
    assert.match(code, /^[a-z]+(?:_[a-z]+)*$/);
    assert.ok(status >= 400 && status <= 599, code);
    // The specification has the words of this one.
    if (code !== 'config_read_only') assert.match(text, /^[A-Z].*\.$/, code);
  }
});
