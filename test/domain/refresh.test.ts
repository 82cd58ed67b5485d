import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resolveRefresh } from '../../src/domain/refresh.ts';

const NONE = { scriptAt: null, nowMs: 1_000_500, script: null, mapping: null, screen: null, mapped: true };

it('takes script, then mapping, then screen, then 900; 0 leaves it to the next', () => {
  assert.equal(resolveRefresh({ ...NONE, script: 10, mapping: 20, screen: 30 }), 10);
  assert.equal(resolveRefresh({ ...NONE, script: 0, mapping: 20, screen: 30 }), 20);
  assert.equal(resolveRefresh({ ...NONE, mapping: 0, screen: 30 }), 30);
  assert.equal(resolveRefresh(NONE), 900);
});

it('gives an integer from 1 to 30 days', () => {
  assert.equal(resolveRefresh({ ...NONE, script: 0.2 }), 1);
  assert.equal(resolveRefresh({ ...NONE, script: 59.6 }), 60);
  assert.equal(resolveRefresh({ ...NONE, script: 1e12 }), 2_592_000);
});

it('lets a device that nobody has mapped come back within five minutes', () => {
  assert.equal(resolveRefresh({ ...NONE, script: 3600, mapped: false }), 300);
  assert.equal(resolveRefresh({ ...NONE, script: 60, mapped: false }), 60);
});

it('counts a time of the script from now, and takes the earlier of the two', () => {
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_060 }), 60);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_060, script: 300, mapping: 20 }), 60);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_060, script: 30 }), 30);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_060, script: 0 }), 60);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1e12 }), 2_592_000);
});

it('does not count a time of the script that has passed', () => {
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_000, script: 30 }), 30);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: 1_000.5, screen: 40 }), 40);
  assert.equal(resolveRefresh({ ...NONE, scriptAt: -5 }), 900);
});
