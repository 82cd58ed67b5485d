import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseSensors } from '../../src/domain/sensors.ts';
import { randomNumbers } from '../support/random.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);

it('reads what firmware writes', () => {
  const header =
    'make=Sensirion;model=SCD41;kind=carbon_dioxide;value=405;unit=parts_per_million;created_at=1770850256,make=Sensirion;model=SCD41;kind=temperature;value=20.100000;unit=celsius;created_at=1770850256';
  const about = { make: 'Sensirion', model: 'SCD41', created_at: 1_770_850_256 };
  assert.deepEqual(parseSensors(header), [
    { ...about, kind: 'carbon_dioxide', value: 405, unit: 'parts_per_million' },
    { ...about, kind: 'temperature', value: 20.1, unit: 'celsius' },
  ]);
});

it('reads what other clients write: spaces, less of it, other times, and degrees in UTF-8', () => {
  const utf8 = Buffer.from('°C', 'utf8').toString('latin1');
  assert.deepEqual(
    parseSensors(`kind=temperature; value=-3.5; unit=${utf8}, Kind=humidity;value=48;unit=%`),
    [
      { kind: 'temperature', value: -3.5, unit: '°C' },
      { kind: 'humidity', value: 48, unit: '%' },
    ],
  );
  assert.deepEqual(parseSensors('kind=pressure;value=1013;unit=°;created_at=2026-08-22T00:00:00Z'), [
    { kind: 'pressure', value: 1013, unit: '°', created_at: Date.UTC(2026, 7, 22) / 1000 },
  ]);
  assert.deepEqual(parseSensors('kind=pressure;value=1;created_at=0'), [{ kind: 'pressure', value: 1 }]);
});

it('leaves out what is no reading', () => {
  for (const header of [
    '',
    ',',
    ';;',
    'kind=x',
    'value=1',
    'kind=;value=1',
    'kind=x;value=NaN',
    'kind=x;value=1e9',
  ]) {
    assert.deepEqual(parseSensors(header), [], header);
  }
  assert.deepEqual(parseSensors(`kind=${'x'.repeat(65)};value=1,kind=ok;value=2`), [
    { kind: 'ok', value: 2 },
  ]);
});

it('is bounded, in number and in length', () => {
  assert.equal(parseSensors(Array(90).fill('kind=x;value=1').join().slice(0, 1_024)).length, 16);
  assert.deepEqual(parseSensors(`kind=x;value=1,${'y'.repeat(1_024)}`), []);
});

it(`gives plain readings for any text (seed ${SEED})`, () => {
  const random = randomNumbers(SEED);
  const pieces = [
    'kind=',
    'value=',
    'unit=',
    '=',
    ';',
    ',',
    '1',
    '-',
    '.',
    'x',
    '\u0000',
    '\u00ff',
    'created_at=',
    '__proto__=',
  ];
  for (let turn = 0; turn < 5_000; turn++) {
    const text = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join('');
    for (const reading of parseSensors(text)) {
      assert.ok(Number.isFinite(reading.value) && reading.kind !== '', JSON.stringify(text));
      for (const one of Object.values(reading))
        assert.doesNotMatch(String(one), /\p{Cc}/u, JSON.stringify(text));
    }
  }
});
