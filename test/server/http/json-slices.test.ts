/** Long JSON is read and written in slices, and means what `JSON` says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { threadCpuMs } from '../../../src/pictures/native/thread-clock.ts';
import type { Slices } from '../../../src/platform/base/turns.ts';
import { parseJsonInSlices } from '../../../src/server/http/json-slices.ts';
import { jsonInSlices, listInSlices } from '../../../src/server/http/json-writer.ts';
import { randomNumbers } from '../../support/random.ts';
import { largeData } from '../../support/random-data.ts';
import { rounds } from '../../support/rounds.ts';

/** Most processor time of a slice: a quarter of that on a quiet machine. */
const MOST_MS = 100;

/** The result of work, and the most processor time of a slice, in ms. */
function watched<T>(work: Slices<T>): { readonly value: T; readonly most: number } {
  let most = 0;
  for (;;) {
    const before = threadCpuMs() ?? 0;
    const step = work.next();
    most = Math.max(most, (threadCpuMs() ?? 0) - before);
    if (step.done) return { value: step.value, most };
  }
}

/** The work on a text that may be refused. */
function* endOf(work: Slices<unknown>): Slices<unknown> {
  try {
    return yield* work;
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return undefined;
  }
}

/** What `watched` says of the quietest of three runs: what else the machine does can only add to a figure. */
function quietest<T>(run: () => { readonly value: T; readonly most: number }) {
  let best = run();
  for (let more = 0; more < 2 && best.most >= MOST_MS; more++) {
    const next = run();
    if (next.most < best.most) best = next;
  }
  return best;
}

function parsed(text: string): unknown {
  return watched(parseJsonInSlices(text)).value;
}

/** A text with something wrong in it, or not: JSON.parse knows. */
function mutated(text: string, random: (below: number) => number): string {
  const at = random(text.length);
  const sign = [',', ']', '}', '[', '{', '"', ':', ' ', '1', '\\', '\n', ', ,', '"a":1'][random(13)] ?? '';
  const cut = random(3) === 0 ? 1 : 0;
  return text.slice(0, at) + sign + text.slice(at + cut);
}

describe('parseJsonInSlices', () => {
  const seed = 7_411;
  it(`makes of long texts what JSON.parse makes of them: seed ${seed}`, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < rounds(15); round++) {
      const data = largeData(random);
      const text = random(2) === 0 ? JSON.stringify(data) : JSON.stringify(data, null, random(3) + 1);
      assert.deepEqual(parsed(` ${text}\n`), JSON.parse(text), `round ${round}`);
    }
  });

  it(`refuses what JSON.parse refuses, and nothing else: seed ${seed}`, () => {
    const random = randomNumbers(seed);
    const all = rounds(50);
    let refused = 0;
    for (let round = 0; round < all; round++) {
      const text = mutated(JSON.stringify(largeData(random)), random);
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        refused += 1;
        assert.throws(() => parsed(text), SyntaxError, `round ${round}`);
        continue;
      }
      assert.deepEqual(parsed(text), expected, `round ${round}`);
    }
    assert.ok(refused > all / 5 && refused < all, `${refused} refused`);
  });

  it('refuses texts that are wrong only where it cuts them', () => {
    const long = 'x'.repeat(70_000);
    for (const text of [
      `["${long}",]`,
      `["${long}",,1]`,
      `["${long}" 1]`,
      `["${long}" "${long}"]`,
      `[1 "${long}"]`,
      `[,"${long}"]`,
      `["${long}"}`,
      `["${long}"`,
      `"${long}" 1`,
      `1 "${long}"`,
      `"${long}","${long}"`,
      `{"${long}"}`,
      `{"a":"${long}",}`,
      `{"a" "${long}"}`,
      `{a:"${long}"}`,
      `{"a":1 "b":"${long}"}`,
      `{"a":"${long}" "b":1}`,
      `[${'1,'.repeat(50_000)}]`,
      `[${'1,'.repeat(50_000)},1]`,
      `${'['.repeat(70_000)}`,
      `]${long}`,
    ]) {
      assert.throws(() => JSON.parse(text), text.slice(0, 20));
      assert.throws(() => parsed(text), SyntaxError, text.slice(0, 20));
    }
  });

  it('stops often, whatever 8 MiB are made of', () => {
    const MIB = 1024 * 1024;
    for (const text of [
      `["${'\\"'.repeat(4 * MIB)}"]`,
      `["${'\\\\'.repeat(4 * MIB)}"]`,
      `["${'日'.repeat(2 * MIB)}"]`,
      `[${'1'.repeat(8 * MIB)}]`,
      `[${' '.repeat(8 * MIB)}]`,
      `[${Array.from({ length: 390_000 }, (_, at) => `{"k":${at}}`).join(',')}]`,
      `{${Array.from({ length: 390_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`,
      `["${'\\"'.repeat(4 * MIB)}`,
    ]) {
      const began = threadCpuMs() ?? 0;
      const { most } = quietest(() => watched(endOf(parseJsonInSlices(text))));
      const all = (threadCpuMs() ?? 0) - began;
      assert.ok(most < MOST_MS, `a slice of ${text.slice(0, 6)} took ${most} ms`);
      assert.ok(all < 8_000, `${text.slice(0, 6)} took ${all} ms`);
    }
  });
});

/** A text of JSON with the characters themselves where it has codes of them. */
function withoutEscapes(json: string): string {
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|.)/gu, (written, code) =>
    code === undefined || code < '0020' ? written : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

describe('jsonInSlices', () => {
  const seed = 990;
  it(`writes what JSON.stringify means, with nothing in it that could mislead: seed ${seed}`, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < rounds(30); round++) {
      const data = largeData(random);
      const { value, most } = quietest(() => watched(jsonInSlices({ data, none: undefined })));
      const text = value.toString('utf8');
      // Not by JSON.parse: once there is an object with the key "\\", V8 13.6 reads other escaped keys as that one.
      assert.ok(withoutEscapes(text) === withoutEscapes(JSON.stringify({ data })), `round ${round}`);
      assert.doesNotMatch(text, /[\u202e\u2028\x7f]|[^\x20-\x7e]\p{Cc}/u);
      assert.ok(most < MOST_MS, `a slice took ${most} ms`);
    }
  });

  it('writes small data byte for byte as JSON.stringify', () => {
    for (const data of [null, 'x', 1, [], {}, [{}], { a: [1, 'é'] }]) {
      assert.equal(watched(jsonInSlices(data)).value.toString('utf8'), JSON.stringify(data));
    }
  });

  it('writes lists that are made meanwhile', () => {
    const slices = [[], [{ a: 1 }, 'x'.repeat(100_000)], [], [2]];
    assert.deepEqual(JSON.parse(String(watched(listInSlices(slices)).value)), slices.flat(1));
    assert.equal(String(watched(listInSlices([])).value), '[]');
  });
});
