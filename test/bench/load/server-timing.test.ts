/** Tests of reading `Server-Timing`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readServerTiming } from '../../../src/bench/load/server-timing.ts';

describe('readServerTiming', () => {
  for (const [header, expected] of [
    ['script;dur=1.25, template;dur=0.4', { script: 1.25, template: 0.4 }],
    ['script;desc="a";dur=3,total;dur=9', { script: 3 }],
    [' draw ; dur = "2" ', { draw: 2 }],
    ['picture;desc="kept"', {}],
    ['script', {}],
    ['script;dur=x', {}],
    ['script;dur=-1', {}],
    ['constructor;dur=1, __proto__;dur=2', {}],
    ['', {}],
    [',,;;=', {}],
  ] as const) {
    it(`reads ${JSON.stringify(header)}`, () => {
      assert.deepEqual(readServerTiming(header), expected);
    });
  }
});
