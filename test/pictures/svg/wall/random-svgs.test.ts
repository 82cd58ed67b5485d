import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rounds } from '../../../support/rounds.ts';
import { DrawingProcess, faultOf } from './drawing-process.ts';
import { randomOrder } from './random-svg.ts';

/** Pictures of the ordinary run; `npm run fuzz:svg` draws thousands. */
const COUNT = rounds(200, 6);
const FIRST_SEED = 1;

const drawing = new DrawingProcess();
after(() => drawing.stop());

test(`${COUNT} random SVGs are drawn or refused, in time and space`, async () => {
  let drawn = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed += 1) {
    const order = randomOrder(seed);
    const trial = await drawing.draw(order);
    assert.equal(faultOf(trial), null, `seed ${seed}, ${order.widthPx}x${order.heightPx}:\n${order.svg}`);
    if (trial.report?.outcome === 'drawn') drawn += 1;
  }
  assert.ok(drawn > COUNT / 3, `only ${drawn} are drawn: the others show nothing`);
});

test('the same seed makes the same picture', () => {
  assert.deepEqual(randomOrder(7), randomOrder(7));
  assert.notEqual(randomOrder(7).svg, randomOrder(8).svg);
});
