import assert from 'node:assert/strict';
import { it } from 'node:test';
import { printable } from '../../../src/platform/base/printable.ts';

it('leaves text of all languages alone', () => {
  const text = 'Zürich "8 °C" — 東京, שלום, \\n, 👍';
  assert.equal(printable(text), text);
});

it('shows line feeds, escape sequences and C1 controls instead of sending them to the terminal', () => {
  assert.equal(printable('a\nb\tc\r\x1b[31md\x9b0me\x7f\0'), 'a\\nb\\tc\\r\\x1b[31md\\x9b0me\\x7f\\x00');
  assert.equal(printable('a\u2028b\u2029c'), 'a\\u{2028}b\\u{2029}c');
});

it('shows what turns the direction of text, what is invisible, and halves of characters', () => {
  assert.equal(
    printable('\u202egnp.exe\u2066\u200b\ufeff\u{e0041}'),
    '\\u{202e}gnp.exe\\u{2066}\\u{200b}\\u{feff}\\u{e0041}',
  );
  assert.equal(printable('\ud83d'), '\\u{d83d}');
});
