import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DITHER_ALGORITHMS, isKnownAlgorithm, resolveAlgorithm } from '../../src/domain/algorithm.ts';

it('knows every name in any case and with any joint', () => {
  for (const name of DITHER_ALGORITHMS) {
    const spellings = [
      name,
      name.toUpperCase(),
      name.replaceAll('-', '_'),
      name.replaceAll('-', ''),
      ` ${name} `,
    ];
    for (const spelling of spellings) {
      assert.equal(resolveAlgorithm(spelling), name);
      assert.equal(isKnownAlgorithm(spelling), true);
    }
  }
});

it('knows the short names', () => {
  assert.equal(resolveAlgorithm('JJN'), 'jarvis-judice-ninke');
  assert.equal(resolveAlgorithm('sierra-light'), 'sierra-lite');
});

it('takes atkinson for an unknown name, and the rule of the specification for none', () => {
  assert.equal(resolveAlgorithm('blue'), 'atkinson');
  assert.equal(resolveAlgorithm(''), 'atkinson');
  assert.equal(resolveAlgorithm(null), 'floyd-steinberg');
  assert.equal(resolveAlgorithm(undefined), 'floyd-steinberg');
  assert.equal(isKnownAlgorithm('blue'), false);
});
