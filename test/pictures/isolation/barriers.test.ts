import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingBarriers } from '../../../src/pictures/isolation/barriers.ts';

const ALL = { landlock: 6, seccomp: true, hidden: true };

test('nothing is missing where the kernel has all, or filters the calls that its Landlock knows nothing of', () => {
  assert.deepEqual(missingBarriers(ALL), []);
  assert.deepEqual(missingBarriers({ ...ALL, landlock: 1 }), []);
});

test('each barrier that is missing has a sentence of its own', () => {
  const cases = [
    [{ ...ALL, hidden: false }, [/memory and the environment of the server/]],
    [{ ...ALL, seccomp: false }, [/no seccomp/]],
    [{ ...ALL, landlock: 0 }, [/no Landlock/]],
    [{ ...ALL, landlock: 5, seccomp: false }, [/no seccomp/, /Landlock 5; 6 is needed/]],
    [{ landlock: 0, seccomp: false, hidden: false }, [/of the server/, /no seccomp/, /no Landlock/]],
  ] as const;
  for (const [barriers, patterns] of cases) {
    const missing = missingBarriers(barriers);
    assert.equal(missing.length, patterns.length, missing.join());
    for (const [at, pattern] of patterns.entries()) assert.match(missing[at] ?? '', pattern);
  }
});
