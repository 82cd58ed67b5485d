/** Secrets in texts, with generated ones in every form that addresses, JSON, XML, Lua and logins have. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { domainToASCII } from 'node:url';
import { redact, redactLong } from '../../../src/platform/base/redact.ts';
import { REDACTED_TEXT } from '../../../src/platform/base/secret-mask.ts';
import { FORMS, generatedSecret } from '../../support/hostile/canaries.ts';
import { randomNumbers } from '../../support/random.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);

it('replaces every occurrence of every secret', () => {
  assert.equal(
    redact('key=hunter2&again=hunter2 pin=9876', ['hunter2', '9876']),
    'key=[redacted]&again=[redacted] pin=[redacted]',
  );
});

it('takes a secret literally, not as a pattern', () => {
  assert.equal(redact('a.*b axxb', ['a.*b']), '[redacted] axxb');
});

it('leaves what is around a secret, and the protocol of an address', () => {
  assert.equal(
    redact('no answer from https://x.test/feed-8812 after 3 s', ['https://x.test/feed-8812']),
    'no answer from https://[redacted] after 3 s',
  );
  assert.equal(redact('nothing of it is here', ['hunter2']), 'nothing of it is here');
});

it('finds the name of a host, as networks write it', () => {
  const host = domainToASCII('geheim-äöü.x.test');
  assert.equal(redact(`no answer from http://${host}/`, ['geheim-äöü']), 'no answer from http://[redacted]/');
});

it('finds a secret that is cut', () => {
  assert.equal(redact('got "sk_live_47115…"', ['sk_live_4711580815']), 'got "[redacted]…"');
  assert.equal(redact('got "sk_li…"', ['sk_live_4711580815']), 'got "[redacted]…"');
});

it('hides a text that has a short secret as a word, since the rest would tell which', () => {
  assert.equal(redact('line 12: expected 3 values', ['12']), REDACTED_TEXT);
  assert.equal(redact('line 121: expected 3 values', ['12']), 'line 121: expected 3 values');
  assert.equal(redact('banana', ['a', '']), 'banana');
  assert.equal(redact('loud is false', ['true']), REDACTED_TEXT);
  assert.equal(redact('Zugang mit 密码 verweigert', ['密码']), REDACTED_TEXT);
  assert.equal(redact('a-b', ['-']), 'a-b');
  assert.equal(
    redactLong('line 12: expected true, got hunter2', ['12', 'true', 'hunter2']),
    'line 12: expected true, got [redacted]',
  );
});

it(`finds generated secrets in every form (seed ${SEED})`, () => {
  const random = randomNumbers(SEED);
  for (let round = 0; round < 400; round++) {
    const secret = generatedSecret(random);
    for (const [name, form] of Object.entries(FORMS)) {
      const shown = form(secret);
      const text = `script.lua:7: ${shown} is refused`;
      const clean = redact(text, [secret, 'another-one']);
      assert.ok(!clean.includes(shown), `${name} of ${JSON.stringify(secret)}: ${clean}`);
      assert.ok(clean === REDACTED_TEXT || clean.startsWith('script.lua:7: '), clean);
    }
  }
});

it('looks through a long text with many secrets in little time', () => {
  const secrets = Array.from({ length: 5_000 }, (_, index) => `secret-of-device-${index}`);
  const text = `${'word %41 \\u0041 &amp; '.repeat(400)}secret-of-device-4711`;
  const before = process.cpuUsage();
  assert.ok(redact(text, secrets).endsWith('[redacted]'));
  const { user } = process.cpuUsage(before);
  assert.ok(user < 2_000_000, `${user} µs`);
});
