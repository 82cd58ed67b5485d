import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  RANK,
  type RunEnding,
  ScreenCosts,
  type Usage,
} from '../../../src/engine/scheduling/screen-costs.ts';

function usage(waitedMs: number, cpuMs: number, hosts: readonly string[] = []): Usage {
  return { waitedMs, cpuMs, hosts: new Set(hosts), asked: waitedMs > 0 };
}

test('a screen is unknown until its first run has ended', () => {
  const costs = new ScreenCosts();
  const standing = costs.standingOf('clock');
  assert.equal(standing.rank, RANK.unknown);
  costs.note('clock', usage(0, 3), 'done');
  assert.equal(standing.rank, RANK.alone);
});

test('what a run has used decides the class of the next one', () => {
  const costs = new ScreenCosts();
  const rankAfter = (screen: string, used: Usage, end: RunEnding = 'done'): number => {
    costs.standingOf(screen);
    costs.note(screen, used, end);
    return costs.standingOf(screen).rank;
  };
  assert.equal(rankAfter('weather', usage(300, 5)), RANK.quick);
  assert.equal(rankAfter('upstream of two seconds', usage(2_000, 300)), RANK.slow);
  assert.equal(rankAfter('hanging', usage(10_000, 1)), RANK.worst);
  assert.equal(rankAfter('spinning', usage(0, 1_100)), RANK.worst);
  assert.equal(rankAfter('cut short', usage(0, 1), 'cut short'), RANK.worst);
  assert.equal(rankAfter('failing soon', usage(0, 1), 'failed'), RANK.alone);
  assert.equal(rankAfter('failing late', usage(0, 400), 'failed'), RANK.worst);
});

test('a screen that is slow now and then is not quick after one good run, but after some', () => {
  const costs = new ScreenCosts();
  const standing = costs.standingOf('moody');
  costs.note('moody', usage(9_000, 1), 'done');
  costs.note('moody', usage(100, 1), 'done');
  assert.equal(standing.rank, RANK.slow);
  for (let run = 0; run < 5; run += 1) costs.note('moody', usage(100, 1), 'done');
  assert.equal(standing.rank, RANK.quick);
});

test('a run that takes long is noted before it ends, and with it the hosts that it asked', () => {
  const costs = new ScreenCosts();
  const standing = costs.standingOf('news');
  costs.note('news', usage(6_000, 1, ['slow.example']), 'running');
  assert.equal(standing.rank, RANK.worst);
  assert.deepEqual(standing.sharers, ['screen news', 'host slow.example']);
});
