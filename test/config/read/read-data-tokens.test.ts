import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDataName, mayWrite } from '../../../src/domain/pushed-data.ts';
import { accepted, refused } from '../../support/config/read-config.ts';

const ONE = 'ab'.repeat(32);
const TWO = '12'.repeat(32);

describe('data_tokens', () => {
  it('are read with one digest or several, and one name or several', () => {
    const { snapshot } = accepted(
      `data_tokens:
  shell: { sha256: ${TWO}, names: weather }
  home: { sha256: ["${ONE.toUpperCase()}", ${TWO}], names: [home.*, "*"] }
`,
    );
    assert.deepEqual(snapshot.dataTokens, [
      { name: 'shell', digests: [TWO], writes: ['weather'] },
      { name: 'home', digests: [ONE, TWO], writes: ['home.*', '*'] },
    ]);
    assert.deepEqual(accepted('default_screen: x\n').snapshot.dataTokens, []);
  });

  it('are refused with their place, and without what may be a token', () => {
    const problem = (text: string): string => refused(`data_tokens: ${text}\n`).join('; ');
    assert.match(
      problem('{ a: { sha256: hunter2, names: x } }'),
      /config\.yaml:1:\d+.*data_tokens\.a\.sha256: expected the SHA-256/,
    );
    assert.doesNotMatch(problem('{ a: { sha256: hunter2, names: x } }'), /hunter2/);
    assert.match(problem(`{ a: { sha256: ${ONE} } }`), /data_tokens\.a\.names: expected names of data/);
    assert.match(problem(`{ a: { sha256: ${ONE}, names: [] } }`), /data_tokens\.a\.names/);
    assert.match(problem(`{ a: { sha256: ${ONE}, names: "a*b" } }`), /data_tokens\.a\.names/);
    assert.match(problem('{ "a b": {} }'), /data_tokens: expected a name of 1 to 64/);
    assert.match(problem('{ a: 1 }'), /expected a map under `data_tokens\.a`/);
    const many = Array.from({ length: 101 }, (_, n) => `t${n}: { sha256: ${ONE}, names: x }`);
    assert.match(problem(`{ ${many.join(', ')} }`), /at most 100 tokens, got 101/);
  });

  it('may write their names, and those with their beginnings', () => {
    const token = { writes: ['weather', 'home.*'] };
    const may = ['weather', 'home.', 'home.door', 'weather2', 'Weather', 'hom', 'home'].filter((name) =>
      mayWrite(token, name),
    );
    assert.deepEqual(may, ['weather', 'home.', 'home.door']);
    assert.ok(['a', '9', 'sensor.living_room-2', 'x'.repeat(64)].every(isDataName));
    assert.ok(!['', '.a', '-a', 'a/b', 'x'.repeat(65), 'a\n', 'ä'].some(isDataName));
  });
});
