import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DITHER_ALGORITHMS } from '../../src/domain/algorithm.ts';
import { contentHash, parseContentHash } from '../../src/domain/content-hash.ts';
import { FOUR_GREYS } from '../../src/domain/palette.ts';
import type { RenderSpec } from '../../src/domain/render-spec.ts';
import { TEXT_MODES } from '../../src/domain/text-mode.ts';
import type { Tuning } from '../../src/domain/tuning.ts';
import { renderSpec } from '../support/pictures/render-spec.ts';

const SPEC = renderSpec();

const MEASURED = ['#101010', '#404040', '#808080', '#c0c0c0'];

/** A panel whose measured colours count. */
const DITHERS_MEASURED = renderSpec({ measured: MEASURED, ditherMeasured: true });

/** For each number that tunes dithering, tunings with another value of it. */
const TUNINGS: { readonly [Field in keyof Tuning]-?: readonly Pick<Required<Tuning>, Field>[] } = {
  maxError: [{ maxError: 0 }, { maxError: 1 }],
  noiseScale: [{ noiseScale: 0 }, { noiseScale: 1 }],
  chromaClamp: [{ chromaClamp: 0 }, { chromaClamp: 1 }],
  strength: [{ strength: 0 }, { strength: 1 }],
};

/** Other values of each field of a spec. */
const OTHERS: { readonly [Field in keyof RenderSpec]-?: readonly RenderSpec[Field][] } = {
  widthPx: [480, 801],
  heightPx: [800, 481],
  palette: [['#000000', '#ffffff'], [...FOUR_GREYS].reverse()],
  measured: [[...MEASURED].reverse()],
  ditherMeasured: [false],
  algorithm: DITHER_ALGORITHMS.filter((name) => name !== SPEC.algorithm),
  tuning: Object.values(TUNINGS).flat(),
  text: TEXT_MODES.filter((mode) => mode !== SPEC.text),
  minPngBytes: [102_401],
  maxPngBytes: [749_999],
  rotate: [90, 180, 270],
  offset: [1, 2, 3, 4].map((_, edge) => ({
    leftPx: Number(edge === 0),
    topPx: Number(edge === 1),
    rightPx: Number(edge === 2),
    bottomPx: Number(edge === 3),
  })),
  png: [
    { depth: 8, grey: true },
    { depth: 8, grey: false },
    { depth: 24, grey: false },
  ],
};

describe('contentHash', () => {
  it('is the same for the same picture', () => {
    assert.equal(contentHash('svg', SPEC, 'env'), contentHash('svg', { ...SPEC }, 'env'));
  });

  it('changes with every field that changes a pixel or a byte', () => {
    const changed = Object.entries(OTHERS).flatMap(([field, values]) =>
      values.map((value) => contentHash('svg', { ...DITHERS_MEASURED, [field]: value }, 'env')),
    );
    const names = [
      contentHash('svg', DITHERS_MEASURED, 'env'),
      contentHash('svg 2', DITHERS_MEASURED, 'env'),
      contentHash('svg', DITHERS_MEASURED, 'env 2'),
      ...changed,
    ];
    assert.deepEqual(Object.keys(OTHERS).toSorted(), Object.keys(SPEC).toSorted());
    assert.equal(new Set(names).size, names.length);
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
