import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edited, lines, refused, remove, set } from './editing.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';

describe('setting a value in block style', () => {
  it('changes the value alone: comments, spaces, tabs and quotes around it stay', () => {
    assert.equal(
      edited('a:   1   # one\nb:\t2\t# two\n', set('a', 5), set('b', 6)),
      'a:   5   # one\nb:\t6\t# two\n',
    );
    assert.equal(edited('a: \'x\' # c\nb: "y"\n', set('a', 'z'), set('b', 'w')), 'a: \'z\' # c\nb: "w"\n');
  });

  it('changes nothing where the value is the same already', () => {
    const text = 'a: 0x10\nb: {x:    1}\n';
    assert.equal(edited(text, set('a', 16), set('b', { x: 1 })), text);
  });

  it('gives a key without a value one, and keeps the comment behind it', () => {
    assert.equal(edited('a: # none yet\nb: 1\n', set('a', 'x')), 'a: x # none yet\nb: 1\n');
    assert.equal(edited('a:\nb: 1', set('a/b/c', 1)), 'a:\n  b:\n    c: 1\nb: 1');
  });

  it('changes only the keys of a map that differ', () => {
    const text = ['p:', '  # first', '  a: 1 # one', '  b: 2 # two', '', '  c: 3 # three'];
    const result = edited(text, set('p', { a: 1, b: 5, d: 4 }));
    assert.equal(result, lines('p:', '  # first', '  a: 1 # one', '  b: 5 # two', '', '  d: 4'));
  });

  it('replaces block scalars, lists and maps by what fits on the line, and the other way round', () => {
    assert.equal(edited('a: | # text\n  one\n  two\nb: 1\n', set('a', 'x')), 'a: x\nb: 1\n');
    assert.equal(
      edited('a: # list\n  - x\n  - y # why\n# next\nb: 1\n', set('a', 3)),
      'a: 3 # list\n# next\nb: 1\n',
    );
    assert.equal(edited('a: 1 # one\nb: 2\n', set('a', { x: { k: 1 } })), 'a: # one\n  x:\n    k: 1\nb: 2\n');
    assert.equal(edited('a:\n  "long\n  text" # c\nb: 1\n', set('a', 's')), 'a:\n  "s" # c\nb: 1\n');
    assert.equal(edited('a: |\n  x\nb: 1\n', set('a', { k: 1 })), 'a:\n  k: 1\nb: 1\n');
  });

  it('drops a tag with the value that it was for', () => {
    assert.equal(edited('a: !!str 5 # c\n', set('a', true)), 'a: true # c\n');
  });

  it('keeps lists in the style in which they are', () => {
    assert.equal(edited('m: [a, b] # c\n', set('m', ['c', 'd'])), 'm: [c, d] # c\n');
    assert.equal(edited('m:\n- a # x\n- b\nk: 1\n', set('m', ['c', 'd'])), 'm:\n- c\n- d\nk: 1\n');
    assert.equal(edited('m:\n    - a\n', set('m', ['c', { d: 1 }])), 'm:\n    - c\n    - { d: 1 }\n');
  });
});

describe('adding an entry in block style', () => {
  it('puts it below the last one, in its column and with its quotes', () => {
    const text = [
      'devices:',
      "    'A1:B1:C1:D1:E1:F1':",
      '        screen: x',
      '        # dither: later',
      '    # end',
      'z: 1',
    ];
    const result = edited(text, set(`devices/${MAC}`, { screen: 'x', params: { city: 'Bern' } }));
    assert.equal(
      result,
      lines(
        ...text.slice(0, 4),
        `    '${MAC}':`,
        '        screen: x',
        '        params:',
        '            city: Bern',
        ...text.slice(4),
      ),
    );
  });

  it('follows a neighbour that stands on one line', () => {
    const text = 'devices:\n  "11:22:33:44:55:66": {screen: x}\n';
    assert.equal(
      edited(text, set(`devices/${MAC}`, { screen: 'w', params: { a: [1] } })),
      `${text}  "${MAC}": {screen: w, params: {a: [1]}}\n`,
    );
  });

  it('fills an empty map, with or without braces, and makes a section that is missing', () => {
    const entry = [`  "${MAC}":`, '    screen: x'];
    const edit = set(`devices/${MAC}`, { screen: 'x' });
    assert.equal(edited('devices: {} # none\n', edit), lines('devices: # none', ...entry));
    assert.equal(edited('devices:\n\n# c\nb: 1\n', edit), lines('devices:', ...entry, '', '# c', 'b: 1'));
    assert.equal(edited('a: 1\n', edit), lines('a: 1', 'devices:', ...entry));
    assert.equal(edited('', edit), lines('devices:', ...entry));
    assert.equal(edited('# only\n', edit), lines('# only', 'devices:', ...entry));
  });

  it('puts a missing section below the last one, above the comments that end the file', () => {
    assert.equal(
      edited('a:\n  b: 1\n  # of a\n\n# end\n', set('c/d', 2)),
      'a:\n  b: 1\n  # of a\nc:\n  d: 2\n\n# end\n',
    );
    const devices = Array.from({ length: 1000 }, (_, number) => `  d${number}:\n    screen: x\n`).join('');
    assert.equal(
      edited(`devices:\n${devices}# end\n`, set('c', 2), set('devices/d0/screen', 'w')),
      `devices:\n${devices.replace('x', 'w')}c: 2\n# end\n`,
    );
    assert.equal(
      edited(`devices:\n${devices}\n# next\nz: 1\n# end\n`, set('c', 2), set('devices/e', { screen: 'x' })),
      `devices:\n${devices}  e:\n    screen: x\n\n# next\nz: 1\nc: 2\n# end\n`,
    );
  });

  it('stays inside a document with marks', () => {
    assert.equal(
      edited('%YAML 1.2\n---\na: 1\n...\n# after\n', set('b', 2)),
      '%YAML 1.2\n---\na: 1\nb: 2\n...\n# after\n',
    );
    assert.equal(edited('--- # c\n...\n', set('b', 2)), '--- # c\nb: 2\n...\n');
  });

  it('ends the last line of a file that does not, and keeps CRLF and a byte order mark', () => {
    assert.equal(edited('a: 1', set('b', 2)), 'a: 1\nb: 2');
    assert.equal(
      edited('\ufeffa: 1\r\nb:\r\n  c: 1\r\n', set('b/d/e', 2)),
      '\ufeffa: 1\r\nb:\r\n  c: 1\r\n  d:\r\n    e: 2\r\n',
    );
  });

  it('works on explicit keys', () => {
    assert.equal(edited('? a\n? b\n: c: 1\n', set('a', 1), set('b/d', 2)), '? a\n: 1\n? b\n: c: 1\n  d: 2\n');
  });

  it('puts nothing into a block scalar above it', () => {
    for (const head of ['|', '|-', '|+', '>', '>-', '>+']) {
      const text = `a: ${head}\n  text\n\n`;
      assert.equal(edited(text, set('b', 1)).replace('b: 1\n', ''), text, head);
    }
  });
});

describe('removing an entry in block style', () => {
  it('takes its lines, the comment behind it and those indented below it; comments above stay', () => {
    const text = [
      'd:',
      '  # kitchen',
      '  "A": # a',
      '    s: 1 # one',
      '    # off: 2',
      '',
      '  # hall',
      '  "B":',
      '    s: 2',
    ];
    assert.equal(
      edited(text, remove('d/A')),
      lines('d:', '  # kitchen', '', '  # hall', '  "B":', '    s: 2'),
    );
  });

  it('leaves an empty map where it was the last one', () => {
    assert.equal(
      edited('d: # all\n  # first\n  A:\n    s: 1\nz: 1\n', remove('d/A')),
      'd: {} # all\n  # first\nz: 1\n',
    );
    assert.equal(edited('d:\n  A: 1', remove('d/A')), 'd: {}\n');
    assert.equal(edited('a: 1\n', remove('a')), '');
  });

  it('changes nothing where there is no such entry', () => {
    assert.equal(edited('a: 1\n', remove('b'), remove('a/b/c')), 'a: 1\n');
  });

  it('makes way and comes back', () => {
    const text = 'd:\n  A:\n    s: 1\n';
    assert.equal(edited(text, remove('d/A'), set('d/A', { s: 1 })), text);
  });
});

describe('what cannot be edited', () => {
  it('is text that is no YAML, that has a key twice, or that is no map', () => {
    assert.match(refused('a: [1', set('a', 2)), /no YAML/);
    assert.match(refused('a: 1\na: 2\n', set('a', 3)), /no YAML/);
    assert.match(refused('- a\n', set('a', 3)), /expected a map of settings/);
  });

  it('is a way through something else than maps, and a number that is none', () => {
    assert.match(refused('a: text\n', set('a/b', 1)), /a.b: expected maps on the way to the key/);
    assert.match(refused('a: [1]\n', set('a/0', 1)), /expected maps on the way/);
    assert.match(refused('a: 1\n', set('b', { c: [Number.NaN] })), /b: expected a finite number/);
  });
});
