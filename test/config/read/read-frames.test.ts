import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FRAME_LIMITS } from '../../../src/domain/frame-limits.ts';
import { tokenDigest } from '../../../src/fleet/calls/frame-access.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

const DIGEST = tokenDigest('x');

describe('frames of a config', () => {
  it('have the keys of a device, a size and tokens', () => {
    const { snapshot } = accepted(
      `frames:\n  hall: { screen: clock, name: Hall, refresh: 9, width: 320, height: 240, frame_tokens: { a: "${DIGEST}" } }\n`,
    );
    const { mapping, size } = snapshot.frames.get('hall') ?? {};
    assert.deepEqual([mapping?.key, mapping?.name, mapping?.refreshSeconds], ['hall', 'Hall', 9]);
    assert.deepEqual(size, { widthPx: 320, heightPx: 240 });
    assert.deepEqual([...(mapping?.frameTokens ?? [])], [['a', DIGEST]]);
  });

  it('are left out with a warning where their name belongs to a device or to no address', () => {
    const names = ['"AA-BB-CC-DD-EE-FF"', 'default', '"a b"', '"../x"', `"${'a'.repeat(65)}"`];
    const text = `frames:\n${names.map((name) => `  ${name}: { screen: clock }\n`).join('')}`;
    assert.equal(accepted(text).snapshot.frames.size, 0);
    assert.equal(warnings(text).filter((line) => line.includes('frames: expected a name')).length, 5);
  });

  it('need a screen, and both sides of a size', () => {
    assert.match(refused('frames:\n  hall: {}\n').join(), /frames\.hall: expected a `screen`, got none/);
    const half = 'frames:\n  hall: { screen: clock, width: 9 }\n';
    assert.equal(accepted(half).snapshot.frames.get('hall')?.size, null);
    assert.match(warnings(half).join(), /frames\.hall: width and height only count together/);
    assert.match(
      warnings('frames:\n  hall: { screen: clock, panel: mine }\n').join(),
      /frames\.hall: there is no panel "mine"/,
    );
  });
});

describe('tokens of a config', () => {
  it('that are no digests are left out, and no message quotes them', () => {
    for (const value of [
      'my-secret',
      '{ a: my-secret }',
      '[my-secret]',
      '{ a: "sha256:my-secret" }',
      `{ a: "${DIGEST.toUpperCase()}" }`,
    ]) {
      const text = `devices:\n  "AA:BB:CC:DD:EE:FF": { screen: clock, frame_tokens: ${value} }\n`;
      const [warning = '', ...more] = warnings(text);
      assert.match(warning, /devices\.AA:BB:CC:DD:EE:FF\.frame_tokens.*; it is left out$/);
      assert.ok(!warning.includes('my-secret') && more.length === 0, warning);
      assert.equal(accepted(text).snapshot.devices.get('AA:BB:CC:DD:EE:FF')?.frameTokens, undefined);
    }
  });

  it('are bounded in number, and have names that can be typed', () => {
    const many = Array.from({ length: FRAME_LIMITS.tokens + 1 }, (_, number) => `t${number}: "${DIGEST}"`);
    const text = `frames:\n  hall: { screen: clock, frame_tokens: { ${many.join(', ')} } }\n`;
    assert.equal(accepted(text).snapshot.frames.get('hall')?.mapping.frameTokens?.size, FRAME_LIMITS.tokens);
    assert.match(warnings(text).join(), /an entry has at most 16 tokens/);
    const odd = `frames:\n  hall: { screen: clock, frame_tokens: { "a b": "${DIGEST}" } }\n`;
    assert.match(warnings(odd).join(), /expected a name of letters/);
  });
});
