import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maySelect, selecting } from '../../src/domain/selecting.ts';
import { parseSelector, type Selectable } from '../../src/domain/selector.ts';
import type { PlainValue } from '../../src/platform/base/plain.ts';

const DEVICE: Selectable = {
  tags: ['Hall', 'floor-2'],
  model: 'og',
  board: 'ESP32',
  firmwareVersion: '1.8.15',
  address: '10.1.2.3',
  id: 'A0:B7:65:00:00:01',
  code: 'ABCDEFGHJKMNPQR',
  panel: () => 'trmnl_og_2bit',
};

function selects(match: PlainValue, device: Partial<Selectable> = {}): boolean {
  const selector = parseSelector(match);
  assert.ok(selector.ok, JSON.stringify(selector));
  return selecting({ ...DEVICE, ...device })(selector.value);
}

function problems(match: PlainValue): readonly string[] {
  const selector = parseSelector(match);
  assert.ok(!selector.ok);
  return selector.error.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('a selector', () => {
  it('asks for each of its keys, and for any of the values of one', () => {
    assert.ok(selects({ tag: 'hall', model: 'OG' }) && selects({ tag: ['x', 'floor-2'] }));
    assert.ok(!selects({ tag: 'hall', model: 'x' }) && !selects({ tag: 'ha' }));
  });

  it('is a list where one of several is enough', () => {
    assert.ok(selects([{ model: 'x' }, { tag: 'hall' }]) && !selects([{ model: 'x' }, { tag: 'y' }]));
  });

  it('looks at everything that is known of a device', () => {
    for (const match of [
      { board: 'esp*' },
      { panel: 'trmnl_og*' },
      { firmware: '>=1.8 <2' },
      { network: ['192.168.0.0/16', '10.1.0.0/16'] },
      { mac: 'a0:b7:65:*' },
      { mac: 'A0-B7-65-00-00-01' },
      { code: 'ABCDE-FGHJK-MNPQR' },
      { code: 'abcde*' },
    ])
      assert.ok(selects(match), JSON.stringify(match));
  });

  it('takes a short code for its long one, and no beginning for the whole', () => {
    assert.ok(selects({ code: 'ABCDE-FGHJK' }) && selects({ code: 'ABCDE-FGHJK' }, { code: 'ABCDEFGHJK' }));
    assert.ok(!selects({ code: 'ABCDE' }));
  });

  it('leaves out what `not` asks for', () => {
    assert.ok(
      selects({ tag: 'hall', not: { model: 'x' } }) && !selects({ tag: 'hall', not: { model: ['x', 'og'] } }),
    );
    assert.ok(selects({ not: { tag: 'cellar' } }));
  });

  it('finds nothing in what is not known', () => {
    const unknown = {
      tags: [],
      model: null,
      board: null,
      firmwareVersion: null,
      address: null,
      id: null,
      code: null,
    };
    for (const key of ['tag', 'model', 'board', 'panel', 'mac']) {
      assert.ok(!selects({ [key]: '*' }, { ...unknown, panel: () => null }), key);
    }
    assert.ok(!selects({ network: '0.0.0.0/0' }, unknown) && !selects({ firmware: '>=0' }, unknown));
  });

  it('asks for the panel only where it needs it', () => {
    const panel = (): never => assert.fail('asked');
    assert.ok(selects({ tag: 'hall' }, { panel }));
  });
});

describe('a selector that cannot be used', () => {
  it('says what was expected, and where', () => {
    assert.deepEqual(problems({ modle: 'og' }), ['modle: there is no key "modle"; did you mean model?']);
    assert.match(
      problems({ network: '10.1.0.1/16' }).join(),
      /^network: expected a network such as .*, got "10\.1\.0\.1\/16"$/,
    );
    assert.match(problems({ not: { firmware: '>=x' } }).join(), /^not\.firmware: expected a version/);
    assert.match(problems({ mac: 'kitchen' }).join(), /^mac: expected a MAC address/);
    assert.match(problems({ code: '12345' }).join(), /^code: expected a registration code/);
  });

  it('asks for nothing, or is no map', () => {
    assert.match(problems({}).join(), /expected at least one of tag, model/);
    for (const value of [[], 'og', null, 7, [['x']], { tag: [] }, { tag: {} }, { tag: 7 }, { not: 'x' }]) {
      assert.ok(problems(value).length > 0, JSON.stringify(value));
    }
  });

  it('is too long', () => {
    assert.ok(problems(Array.from({ length: 33 }, () => ({ tag: 'x' }))).length === 1);
    assert.ok(problems({ tag: Array.from({ length: 257 }, () => 'x') }).length === 1);
    assert.ok(problems({ tag: 'x'.repeat(101) }).length === 1);
  });
});

describe('the pieces between the stars of a selector', () => {
  /** Patterns with so many pieces each, counted with the empty ones at both ends. */
  const patterns = (count: number, pieces: number): string[] =>
    Array.from({ length: count }, () => `*${'a*'.repeat(pieces - 2)}`);

  it('are at most 1024 in all of its patterns', () => {
    assert.ok(parseSelector({ tag: patterns(32, 32) }).ok);
    assert.ok(
      parseSelector([{ tag: patterns(16, 32) }, { model: 'x', not: { code: 'A*', model: patterns(16, 32) } }])
        .ok,
    );
    for (const match of [
      { tag: patterns(33, 32) },
      [{ tag: patterns(16, 32) }, { not: { model: patterns(17, 32) } }],
      Array.from({ length: 3 }, () => ({ panel: patterns(11, 32) })),
    ]) {
      assert.deepEqual(problems(match), [
        ': expected at most 1024 pieces between the stars of all patterns, got 1056',
      ]);
    }
  });

  it('count once for stars beside each other, and not for patterns that only begin or end', () => {
    assert.ok(parseSelector({ tag: Array.from({ length: 256 }, (_, n) => `${'*'.repeat(90)}${n}`) }).ok);
    const all = Array.from({ length: 32 }, () => ({
      tag: Array.from({ length: 256 }, (_, n) => `room-${n}*`),
    }));
    assert.ok(parseSelector(all).ok);
  });
});

describe('maySelect', () => {
  const unseen: Selectable = {
    ...{ tags: ['hall'], model: null, board: null, firmwareVersion: null, address: null },
    ...{ id: 'AA:BB:CC:DD:EE:01', code: null, panel: () => null },
  };
  const may = (match: PlainValue): boolean => {
    const selector = parseSelector(match);
    assert.ok(selector.ok);
    return maySelect(unseen)(selector.value);
  };

  it('is true where what a device has not said yet decides', () => {
    for (const match of [
      { model: 'og' },
      { tag: 'hall', firmware: '>=1.6', network: '10.0.0.0/8' },
      { code: 'ABC*', board: 'x', panel: 'y' },
      { tag: 'hall', not: { model: 'og' } },
      [{ tag: 'stairs' }, { model: 'og' }],
    ])
      assert.equal(may(match), true, JSON.stringify(match));
  });

  it('is false where what is known decides', () => {
    for (const match of [
      { tag: 'stairs', model: 'og' },
      { mac: 'AA:BB:CC:DD:EE:02' },
      { model: 'og', not: { tag: 'hall' } },
      { model: 'og', not: { mac: 'AA:*' } },
    ])
      assert.equal(may(match), false, JSON.stringify(match));
  });
});
