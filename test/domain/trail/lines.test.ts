import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TrailStep } from '../../../src/domain/trail/entries.ts';
import { readTrailLine, repeatLine, repeats, stepLine } from '../../../src/domain/trail/lines.ts';
import { imageOf, NOW, PICTURE, pollOf } from './steps.ts';

const DRAWING = { atMs: NOW + 3, ms: 9.8, bytes: 6_000, step: 2, lost: null };

describe('the line of a step', () => {
  it('is read as the step that was written', () => {
    const steps: readonly TrailStep[] = [
      pollOf(NOW),
      pollOf(NOW, {
        decision: 'overloaded',
        picture: null,
        batteryVoltage: null,
        percentCharged: 7,
        firmware: null,
      }),
      pollOf(NOW, {
        imageBase: 'https://other.example',
        forwarded: 'https://x.example',
        code: 'script_error',
      }),
      pollOf(NOW, {
        drawing: DRAWING,
        images: [imageOf(NOW + 700), imageOf(NOW + 900, { status: 404, code: 'content_not_found' })],
      }),
      imageOf(NOW),
      imageOf(NOW, { status: 404, bytes: 0, code: 'content_not_found', requestId: null }),
      { kind: 'drawn', atMs: NOW, picture: PICTURE, drawing: { ...DRAWING, atMs: NOW } },
      pollOf(NOW, { drawing: { ...DRAWING, step: 3, lost: 'its dots repeat more than they need, 10 %' } }),
      { kind: 'log', atMs: NOW, requestId: 'three', entries: 4 },
      { kind: 'config', atMs: NOW, who: 'admin API (::1)', names: ['screen', 'params.city'] },
    ];
    for (const step of steps) assert.deepEqual(readTrailLine(stepLine(step)), step);
  });

  it('is some characters for a poll without news', () => {
    const line = repeatLine(pollOf(NOW, { decision: 'kept' }));
    assert.ok(line.length < 32, line);
    assert.deepEqual(readTrailLine(line), {
      ...{ kind: 'repeat', atMs: NOW, decision: 'kept', prefix: PICTURE.slice(0, 8) },
      ...{ batteryVoltage: 3.98, percentCharged: null, rssi: -61 },
    });
  });

  it('is nothing where it has another form', () => {
    const time = stepLine(pollOf(NOW)).slice(0, 8);
    const others = [
      '',
      'x',
      time,
      `${time}{`,
      `${time}[]`,
      `${time}null`,
      `${time}{"p":7}`,
      `${time}{"p":[]}`,
    ];
    const more = [
      `${time}{"i":[]}`,
      `${time}{"d":[1,"2",3,4]}`,
      `${time}{"p":[0,0,"a",0,0,0,0,0,0,9,0,0,"s",1]}`,
    ];
    for (const text of [...others, ...more, '!!!!!!!!{"l":1}']) assert.equal(readTrailLine(text), null, text);
  });

  it('is nothing where earlier versions wrote down calls that anybody can make', () => {
    const refused = imageOf(NOW + 900, { status: 403, code: 'invalid_signature' });
    assert.equal(readTrailLine(stepLine({ ...refused, atMs: NOW })), null);
    assert.equal(readTrailLine(stepLine(imageOf(NOW, { status: 403, code: 'expired' }))), null);
    assert.equal(
      readTrailLine(`${stepLine(pollOf(NOW)).slice(0, 8)}{"x":"invalid_device_signature","a":"::1","t":"-"}`),
      null,
    );
    const poll = pollOf(NOW, { images: [imageOf(NOW + 700), refused] });
    assert.deepEqual(readTrailLine(stepLine(poll)), pollOf(NOW, { images: [imageOf(NOW + 700)] }));
  });
});

describe('a poll that repeats another', () => {
  it('has no news, and is like it in all that counts', () => {
    const before = pollOf(NOW);
    const same = pollOf(NOW + 900_000, { decision: 'same', batteryVoltage: 3.9, rssi: null, requestId: 'x' });
    assert.ok(repeats(same, before));
    assert.ok(!repeats({ ...same, decision: 'new' }, before));
    assert.ok(!repeats({ ...same, decision: 'overloaded' }, before));
    for (const [field, value] of Object.entries({
      address: 'x',
      screen: 'x',
      refreshSeconds: 1,
      code: 'x',
      called: 'x',
    }))
      assert.ok(!repeats({ ...same, [field]: value }, before), field);
  });
});
