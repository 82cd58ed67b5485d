import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Findings } from '../../../src/platform/yaml/findings.ts';
import { MapReader, type Strictness } from '../../../src/platform/yaml/map-reader.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

const KEYS = ['title', 'count', 'ratio', 'flag', 'kind', 'inner', 'token'] as const;

function open(text: string, strictness: Strictness = 'skip') {
  const tree = parseYaml(text, { maxNodes: 1000, maxDepth: 10 });
  assert.ok(tree.ok && tree.value.root.kind === 'map');
  const findings = new Findings(text);
  const reader = new MapReader(tree.value.root, { path: 'top', keys: KEYS, findings, strictness });
  return { reader, findings };
}

describe('MapReader', () => {
  it('reads values of their kinds', () => {
    const text = 'title: " a "\ncount: 3\nratio: 0.5\nflag: true\nkind: b\ninner: {x: 1}\n';
    const { reader, findings } = open(text);
    assert.equal(reader.text('title'), 'a');
    assert.equal(reader.integer('count', 0, 5), 3);
    assert.equal(reader.number('ratio'), 0.5);
    assert.equal(reader.boolean('flag'), true);
    assert.equal(reader.choice('kind', ['a', 'b']), 'b');
    assert.equal(reader.map('inner')?.entries.length, 1);
    assert.deepEqual([findings.warnings, findings.problems], [[], []]);
  });

  it('reads a number as the text that stands in the file', () => {
    assert.equal(open('title: 0012e3').reader.text('title'), '0012e3');
  });

  it('treats an absent key and a key without value alike', () => {
    const { reader, findings } = open('count:\n');
    assert.equal(reader.integer('count', 0, 5), undefined);
    assert.equal(reader.integer('ratio', 0, 5), undefined);
    assert.deepEqual([reader.has('count'), reader.has('ratio')], [true, false]);
    assert.deepEqual(findings.warnings, []);
  });

  it('leaves a bad value out with a warning that names place, expected and got', () => {
    const { reader, findings } = open('title: x\ncount: 6\nratio: fast\nflag: 1\nkind: c\n');
    assert.equal(reader.integer('count', 0, 5), undefined);
    assert.equal(reader.number('ratio'), undefined);
    assert.equal(reader.boolean('flag'), undefined);
    assert.equal(reader.choice('kind', ['a', 'b']), undefined);
    assert.deepEqual(
      findings.warnings.map(({ line, column, message }) => `${line}:${column} ${message}`),
      [
        '2:8 top.count: expected an integer from 0 to 5, got 6; it is left out',
        '3:8 top.ratio: expected a number, got the text "fast"; it is left out',
        '4:7 top.flag: expected true or false, got 1; it is left out',
        '5:7 top.kind: expected one of a, b, got the text "c"; it is left out',
      ],
    );
  });

  it('makes a bad value a problem where it is told to be strict', () => {
    const { reader, findings } = open('flag: maybe', 'refuse');
    reader.boolean('flag');
    assert.deepEqual(findings.warnings, []);
    assert.equal(findings.problems[0]?.message, 'top.flag: expected true or false, got the text "maybe"');
  });

  it('makes another shape than a map a problem everywhere', () => {
    const { reader, findings } = open('inner: [1]');
    assert.equal(reader.map('inner'), undefined);
    assert.equal(findings.problems[0]?.message, 'expected a map under `top.inner`, got a list');
  });

  it('warns of unknown keys and names the one that was probably meant', () => {
    const { findings } = open('titel: x\nzzz: 1\n');
    assert.deepEqual(
      findings.warnings.map(({ line, message }) => `${line} ${message}`),
      ['1 unknown key `top.titel`; did you mean `title`?', '2 unknown key `top.zzz`'],
    );
  });

  it('never shows a secret', () => {
    const { reader, findings } = open('token: {hunter2: hunter2}');
    assert.equal(reader.secret('token'), undefined);
    assert.equal(findings.problems[0]?.message, 'top.token: expected a text, got a map');
    assert.equal(open('token: 0123').reader.secret('token'), '0123');
    assert.equal(open('token: ""').reader.secret('token'), undefined);
  });
});

describe('Findings', () => {
  it('recognises a line with a colour that YAML takes for a comment', () => {
    const findings = new Findings('colors: #000000,#FFFFFF\n# a note\na: "#000000"\n- #aabbcc');
    const hinted = [1, 2, 3, 4, 5].filter((line) => findings.colourHint(line) !== '');
    assert.deepEqual(hinted, [1, 4]);
  });
});
