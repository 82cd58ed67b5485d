/** The tree of what runs have read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Read } from '../../../src/domain/reads.ts';
import { Leaf, ReadTree, type RunFacts, valueKey } from '../../../src/engine/reuse/read-tree.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';

const FACTS: RunFacts = {
  params: { line: 4 },
  device: { name: 'Hall', battery: 4.1 },
  layout: { width: 800 },
  hasPrevious: false,
  nowMs: 1_000,
};

/** A world whose files, answers and data a test changes. */
function world(): { files: Map<string, string>; entries: Set<number>; data: Map<string, string> } {
  return { files: new Map(), entries: new Set(), data: new Map() };
}

function plant(around = world()): { tree: ReadTree<string>; gone: string[] } {
  const gone: string[] = [];
  const tree: ReadTree<string> = new ReadTree<string>(
    {
      fileState: (path) => around.files.get(path) ?? null,
      isCurrent: (entry) => around.entries.has(entry),
      dataVersion: (name) => around.data.get(name) ?? null,
    },
    (leaf) => {
      gone.push(leaf.result);
      // As the store does with everything that leaves it.
      tree.remove(leaf);
    },
  );
  return { tree, gone };
}

function found(tree: ReadTree<string>, changes: Partial<RunFacts> = {}): string | null {
  const leaf = tree.find({ ...FACTS, ...changes });
  return leaf instanceof Leaf ? leaf.result : null;
}

describe('ReadTree', () => {
  it('finds the result of a run that has read nothing', () => {
    const { tree } = plant();
    assert.equal(found(tree), null);
    tree.add([], FACTS, 'always');
    assert.equal(found(tree, { device: {} }), 'always');
  });

  it('holds while pushed data have the version that was read, or are missing as they were', () => {
    const around = world();
    const { tree } = plant(around);
    tree.add([['data', 'weather', null]], FACTS, 'nothing yet');
    assert.equal(found(tree), 'nothing yet');
    around.data.set('weather', 'first');
    assert.equal(found(tree), null);
    tree.add([['data', 'weather', 'first']], FACTS, 'sunny');
    assert.equal(found(tree), 'sunny');
    around.data.set('weather', 'second');
    assert.equal(found(tree), null);
  });

  it('follows the values of fields, of those that are not there as well', () => {
    const { tree } = plant();
    const reads: Read[] = [
      ['field', 'device', 'name'],
      ['field', 'device', 'model'],
    ];
    tree.add(reads, FACTS, 'hall');
    assert.equal(found(tree, { device: { name: 'Hall', battery: 3 } }), 'hall');
    assert.equal(found(tree, { device: { name: 'Hall', model: 'x' } }), null);
    assert.equal(found(tree, { device: { name: 'Kitchen' } }), null);
  });

  it('tells an inherited name from a field', () => {
    const { tree } = plant();
    tree.add([['field', 'params', 'constructor']], FACTS, 'none');
    assert.equal(found(tree), 'none');
    assert.equal(found(tree, { params: { constructor: 'mine' } }), null);
  });

  it('lets runs go different ways after different values', () => {
    const { tree } = plant();
    tree.add(
      [
        ['field', 'params', 'line'],
        ['all', 'layout'],
      ],
      FACTS,
      'four',
    );
    tree.add([['field', 'params', 'line'], ['previous']], { ...FACTS, params: { line: 5 } }, 'five');
    assert.equal(found(tree), 'four');
    assert.equal(found(tree, { layout: { width: 801 } }), null);
    assert.equal(found(tree, { params: { line: 5 }, layout: {} }), 'five');
    assert.equal(found(tree, { params: { line: 5 }, hasPrevious: true }), null);
  });

  it('lets a reading of the clock hold from its first millisecond to its last', () => {
    const { tree } = plant();
    tree.add([['clock', 1_000, 2_000]], FACTS, 'second');
    const at = [999, 1_000, 1_999, 2_000].map((nowMs) => found(tree, { nowMs }));
    assert.deepEqual(at, [null, 'second', 'second', null]);
  });

  it('looks at files and answers each time', () => {
    const around = world();
    const { tree } = plant(around);
    around.files.set('/a', 'old');
    around.entries.add(7);
    tree.add(
      [
        ['file', '/a', 'old'],
        ['file', '/b', null],
        ['http', 7, 60],
      ],
      FACTS,
      'page',
    );
    assert.equal(found(tree), 'page');
    around.files.set('/b', 'there now');
    assert.equal(found(tree), null);
    around.files.delete('/b');
    assert.equal(found(tree), 'page');
    around.entries.delete(7);
    assert.equal(found(tree), null);
  });

  it('keeps one state of the world: a new one replaces all that hung from the old', () => {
    const around = world();
    const { tree, gone } = plant(around);
    around.files.set('/a', 'old');
    for (const line of [1, 2, 3]) {
      tree.add(
        [
          ['file', '/a', 'old'],
          ['field', 'params', 'line'],
        ],
        { ...FACTS, params: { line } },
        `old ${line}`,
      );
    }
    around.files.set('/a', 'new');
    tree.add(
      [
        ['file', '/a', 'new'],
        ['field', 'params', 'line'],
      ],
      FACTS,
      'new',
    );
    assert.deepEqual(gone.toSorted(), ['old 1', 'old 2', 'old 3']);
    assert.equal(found(tree), 'new');
    around.files.set('/a', 'old');
    assert.equal(found(tree), null);
  });

  it('replaces a way that contradicts a new run', () => {
    const { tree, gone } = plant();
    tree.add([['field', 'device', 'name']], FACTS, 'first');
    tree.add([['field', 'device', 'battery']], FACTS, 'second');
    assert.deepEqual(gone, ['first']);
    assert.equal(found(tree), 'second');
    tree.add([], FACTS, 'third');
    assert.deepEqual(gone, ['first', 'second']);
    assert.equal(found(tree, { device: {} }), 'third');
  });

  it('is empty when all its leaves are taken away', () => {
    const { tree } = plant();
    const leaves = [1, 2, 3].map((line) =>
      tree.add(
        [
          ['field', 'params', 'line'],
          ['clock', 0, 9_000],
        ],
        { ...FACTS, params: { line } },
        `${line}`,
      ),
    );
    for (const leaf of leaves) {
      assert.equal(tree.isEmpty, false);
      tree.remove(leaf);
    }
    assert.equal(tree.isEmpty, true);
  });

  it('ends at one place for calls that are likely to make the same, and at others for others', () => {
    const { tree } = plant();
    tree.add(
      [
        ['field', 'device', 'name'],
        ['clock', 0, 10],
      ],
      FACTS,
      'past',
    );
    const missed = (changes: Partial<RunFacts>) => tree.find({ ...FACTS, ...changes });
    const [one, same] = [missed({}), missed({ layout: {} })];
    assert.ok('place' in one && 'place' in same);
    assert.equal(one.place, same.place);
    assert.equal(one.key, same.key);
    const [hall, kitchen] = ['Porch', 'Kitchen'].map((name) => missed({ device: { name } }));
    assert.ok(hall !== undefined && kitchen !== undefined && 'place' in hall && 'place' in kitchen);
    assert.notEqual(hall.key, kitchen.key);
  });
});

it('gives each value a text of its own', () => {
  const values: (PlainValue | undefined)[] = [
    ...[undefined, null, true, false, 0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 0.1, 1e300],
    ...['', 'absent', 'null', 'true', '0', '"', '"0', 'NaN', '[]', '{}'],
    ...[[], {}, [0], [-0], [null], [Number.NaN], ['0'], { a: 1 }, { a: null }, { a: Number.NaN }, { a: [] }],
    ...[{ number: 'NaN' }, [{ number: '-0' }], [[]], { a: { b: 1 } }],
  ];
  const keys = values.map(valueKey);
  const twins = values.filter((_value, n) => keys.indexOf(keys[n] ?? '') !== n);
  // A map that spells out how an unusual number is written is taken for one: the only confusion, and no script makes it.
  assert.deepEqual(twins, [[{ number: '-0' }]]);
});

it('gives equal values equal texts', () => {
  const board = { stops: ['A', 'B'], scale: 1.5, night: false };
  assert.equal(valueKey(board), valueKey(structuredClone(board)));
});
