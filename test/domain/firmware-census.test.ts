import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FirmwareCensus } from '../../src/domain/firmware-census.ts';

function censusOf(model: string, versions: Readonly<Record<string, number>>): FirmwareCensus {
  const census = new FirmwareCensus();
  for (const [firmwareVersion, devices] of Object.entries(versions)) {
    for (let number = 0; number < devices; number += 1) census.add({ model, firmwareVersion });
  }
  return census;
}

describe('the firmware of a fleet', () => {
  it('is stale below the newest version that a tenth of the model runs', () => {
    const census = censusOf('og', { '1.5.2': 60, '1.8.15': 30, '1.9.0': 10 });
    assert.equal(census.currentOf('og'), '1.9.0');
    assert.deepEqual(
      ['1.5.2', '1.8.15', '1.9.0', '1.10'].map((firmwareVersion) =>
        census.isStale({ model: 'og', firmwareVersion }),
      ),
      [true, true, false, false],
    );
  });

  it('is not stale because of one device with a trial version, or with one that was made up', () => {
    const census = censusOf('og', { '1.8.15': 98, '2.0.0': 1, '999999999.9': 1 });
    assert.equal(census.isStale({ model: 'og', firmwareVersion: '1.8.15' }), false);
  });

  it('is compared within a model only', () => {
    const census = censusOf('og', { '1.8.15': 5 });
    census.add({ model: 'x', firmwareVersion: '1.2.0' });
    assert.equal(census.isStale({ model: 'x', firmwareVersion: '1.2.0' }), false);
    assert.equal(census.isStale({ model: 'unheard of', firmwareVersion: '1.2.0' }), false);
  });

  it('is never stale where it is no number, or not known', () => {
    const census = censusOf('og', { '1.8.15': 5, beta: 50 });
    assert.equal(census.currentOf('og'), null);
    assert.equal(censusOf('og', { '1.8.15': 5 }).isStale({ model: 'og', firmwareVersion: 'beta' }), false);
    assert.equal(census.isStale({ model: 'og', firmwareVersion: null }), false);
    assert.equal(census.isStale({ model: null, firmwareVersion: '1.0' }), false);
  });
});
