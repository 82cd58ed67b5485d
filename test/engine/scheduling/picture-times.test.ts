import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureTimes } from '../../../src/engine/scheduling/picture-times.ts';

test('a picture that was never drawn is slow if it has very many pixels', () => {
  const times = new PictureTimes();
  assert.equal(times.queue({ kind: 'panel', pixels: 1872 * 1404 }).standing.rank, 0);
  assert.equal(times.queue({ kind: 'wall', pixels: 4096 * 4096 }).standing.rank, 1);
});

test('a kind is slow while one of its last pictures was', () => {
  const times = new PictureTimes();
  const { standing } = times.queue({ kind: 'photo', pixels: 800 * 480 });
  times.note('photo', 2_000);
  assert.equal(standing.rank, 1);
  times.note('photo', 10);
  assert.equal(standing.rank, 1);
  for (let turn = 0; turn < 7; turn += 1) times.note('photo', 10);
  assert.equal(standing.rank, 0);
});

test('slow pictures of one kind leave room between them, until they do not wait any more', () => {
  const times = new PictureTimes();
  times.queue({ kind: 'wall', pixels: 4096 * 4096 });
  times.note('wall', 2_000);
  times.unqueue('wall');
  const patience = [1, 2, 3].map(() => times.queue({ kind: 'wall', pixels: 4096 * 4096 }).patienceMs);
  assert.deepEqual(
    patience.map((ms) => ms - (patience[0] ?? 0)),
    [0, 2_000, 4_000],
  );
  for (let turn = 0; turn < 3; turn += 1) times.unqueue('wall');
  assert.equal(times.queue({ kind: 'wall', pixels: 4096 * 4096 }).patienceMs, patience[0]);
});

test('a picture is expected to take what one of its kind took on average; before, a high estimate', () => {
  const times = new PictureTimes();
  const photo = { kind: 'photo', pixels: 800 * 480 };
  const own = times.expect({ kind: 'busy', pixels: 4096 * 4096, isOwn: true });
  assert.ok(own.ms > 100 && !own.slow, 'a screen of the server itself is quick whatever its size');
  const guess = times.expect(photo);
  assert.ok(guess.ms > 100 && !guess.slow);
  times.note('photo', 20);
  assert.deepEqual(times.expect(photo), { kind: 'photo', ms: 20, slow: false });
  for (const coldMs of [40, 900, 30]) times.note('photo', coldMs);
  assert.equal(
    times.expect(photo).ms,
    20,
    'of the first few, which cold workers may have drawn, the shortest',
  );
  times.note('photo', 40);
  assert.equal(times.expect(photo).ms, 22);
  for (let turn = 0; turn < 60; turn += 1) times.note('photo', 800);
  assert.ok(times.expect(photo).ms > 700, 'it follows the load');
  assert.ok(times.expect(photo).slow);
});
