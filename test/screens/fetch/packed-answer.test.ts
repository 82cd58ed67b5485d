import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packAnswer, type StoredAnswer, unpackAnswer } from '../../../src/screens/fetch/packed-answer.ts';

const URL = 'http://x/?token=secret';
const STORED: StoredAnswer = {
  answer: {
    ok: true,
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from('a\nb'),
    fromCache: false,
    finalUrl: URL,
  },
  atMs: 1_000,
  tookMs: 1.5,
};

describe('a packed answer', () => {
  it('is what it was, with the URL of whoever asks', () => {
    const packed = packAnswer(STORED, URL);
    assert.deepEqual(unpackAnswer(packed, URL), STORED);
    assert.ok(!packed.includes('secret'));
    const led = { ...STORED, answer: { ...STORED.answer, finalUrl: 'http://y/' } };
    assert.equal(unpackAnswer(packAnswer(led, URL), URL)?.answer.finalUrl, 'http://y/');
    const empty = { ...STORED, answer: { ...STORED.answer, body: Buffer.alloc(0) } };
    assert.equal(unpackAnswer(packAnswer(empty, URL), URL)?.answer.body.length, 0);
  });

  it('counts as absent when anything of it is not as expected', () => {
    const packed = packAnswer(STORED, URL).toString();
    for (const [from, to] of [
      ['"version":1', '"version":2'],
      ['"status":200', '"status":404'],
      ['"status":200', '"status":"200"'],
      ['"text/plain"', '7'],
      ['"headers":{', '"heads":{'],
      ['"atMs":1000', '"atMs":-1'],
      ['"tookMs":1.5', '"tookMs":null'],
      ['"finalUrl":null', '"finalUrl":1'],
      ['"bodyBytes":3', '"bodyBytes":4'],
      ['}\n', '\n'],
      ['a\nb', 'a\nbc'],
    ] as const) {
      const other = packed.replace(from, to);
      assert.notEqual(other, packed, from);
      assert.equal(unpackAnswer(Buffer.from(other), URL), null, to);
    }
    for (const junk of ['', 'junk', '\n', '[]\n', 'null\n']) {
      assert.equal(unpackAnswer(Buffer.from(junk), URL), null, junk);
    }
  });
});
