import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentHash, parseContentHash } from '../../src/domain/content-hash.ts';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import type { RenderSpec } from '../../src/domain/render-spec.ts';
import { renderSpec } from '../support/pictures/render-spec.ts';

const SPEC = renderSpec();

const MEASURED = ['#101010', '#404040', '#808080', '#c0c0c0'];

describe('contentHash', () => {
  it('is the same for the same picture', () => {
    assert.equal(contentHash('svg', SPEC, 'env'), contentHash('svg', { ...SPEC }, 'env'));
  });

  it('changes with everything that changes a pixel or a byte', () => {
    const changes: Partial<RenderSpec>[] = [
      { widthPx: 480, heightPx: 800 },
      { palette: ['#000000', '#ffffff'] },
      { palette: [...FOUR_GREYS].reverse() },
      { measured: MEASURED, ditherMeasured: true },
      { algorithm: 'atkinson' },
      { tuning: { strength: 0 } },
      { tuning: { maxError: 0 } },
      { minPngBytes: 102_401 },
      { maxPngBytes: 749_999 },
    ];
    const names = changes.map((change) => contentHash('svg', { ...SPEC, ...change }, 'env'));
    const all = [
      contentHash('svg', SPEC, 'env'),
      contentHash('svg 2', SPEC, 'env'),
      contentHash('svg', SPEC, 'env 2'),
    ];
    assert.equal(new Set([...names, ...all]).size, names.length + all.length);
  });

  it('does not change with measured colours that are only for the preview', () => {
    assert.equal(contentHash('svg', { ...SPEC, measured: MEASURED }, 'env'), contentHash('svg', SPEC, 'env'));
  });

  it('is a name that firmware keeps whole and can purge: 30 hex characters, no tail of ten digits', () => {
    for (let n = 0; n < 3000; n++) {
      const name = contentHash(`svg ${n}`, SPEC, 'env');
      assert.match(name, /^[0-9a-f]{30}$/);
      assert.doesNotMatch(name, /\d{10}$/);
    }
  });
});

it('parseContentHash takes nothing else than a name', () => {
  const name = contentHash('svg', SPEC, 'env');
  assert.equal(parseContentHash(name), name);
  for (const text of [
    '',
    name.toUpperCase().replace(/[0-9]/g, 'A'),
    `${name}0`,
    name.slice(1),
    `../${name.slice(3)}`,
  ]) {
    assert.equal(parseContentHash(text), null, text);
  }
});
