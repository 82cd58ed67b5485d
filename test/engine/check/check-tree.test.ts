import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { checkTree } from '../../../src/engine/check/check-tree.ts';
import { isBroken, type ScreenReport } from '../../../src/engine/check/finding.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { lua } from './run-lua.ts';

function check(t: TestContext, files: Record<string, string>, paths: string[] | null = null): ScreenReport[] {
  return checkRoots([tempTree(t, files)], paths);
}

function checkRoots(roots: string[], paths: string[] | null = null): ScreenReport[] {
  const reports: ScreenReport[] = [];
  for (const progress of checkTree({ roots, paths }, lua)) {
    if (progress.kind === 'checked') reports.push(progress.report);
  }
  return reports;
}

/** `file:line:column level message`, without the excerpts of templates. */
function lines(reports: readonly ScreenReport[]): string[] {
  return reports.flatMap(({ findings }) =>
    findings.map(
      ({ level, file, line, column, message }) =>
        `${file}:${line}:${column} ${level} ${message.replace(/ in \{.*$/, '')}`,
    ),
  );
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe('checkTree', () => {
  it('finds nothing wrong with good screens of both shapes', (t) => {
    const reports = check(t, {
      'clock.lua': 'local lib = require("lib/time") return { data = lib }',
      'clock.svg': '{% include "parts/hand.svg" %}',
      'clock.meta.yaml': 'title: Clock\nparams: { zone: { type: string } }\n',
      'lib/time.lua': 'return {}',
      'parts/hand.svg': '<g/>',
      'home/garden/script.lua': 'require "lib/time" require "mine" return {}',
      'home/garden/screen.svg': '{% include "own.svg" %}{% include "parts/hand.svg" %}',
      'home/garden/mine.lua': 'return 1',
      'home/garden/own.svg': SVG,
    });
    assert.deepEqual(reports, [
      { path: 'clock', findings: [] },
      { path: 'home/garden', findings: [] },
    ]);
  });

  it('warns of filters that Tera would give more, in the order of the file', (t) => {
    const reports = check(t, {
      'a.lua': 'return {}',
      'a.svg': '{{ a * 100 | round / 100 }}\n{{ 1 | uper }}\n{{ a / (b | round) }}{{ a ~ b | upper }}',
    });
    assert.deepEqual(
      lines(reports).map((line) => line.replace(/,.*|:[^:]*$/, '')),
      [
        "a.svg:1:14 warning 'round' changes only 100",
        "a.svg:2:8 error unknown filter 'uper'",
        "a.svg:3:33 warning 'upper' changes only b",
      ],
    );
    assert.ok(
      !isBroken({ path: 'a', findings: (reports[0]?.findings ?? []).filter(({ line }) => line !== 2) }),
    );
  });

  it('finds all problems of all screens at once', (t) => {
    const reports = check(t, {
      'a.lua': 'local x\nreturn {{',
      'a.svg': '{{ 1 | uper }}\n{{ 2 is od }}',
      'a.meta.yaml': 'titel: A\nrefresh: often\nparams: { p: { type: text } }\nservice: "9"\n',
      'b.lua': 'require("lib/none")',
      'b.svg':
        '{% include "none.svg" %}{% include "none.svg" ignore missing %}\n{% import "../x.svg" as x %}',
      'c/script.lua': 'return {}',
      'd/meta.yaml': 'title: D\n',
    });
    assert.deepEqual(
      reports.map(({ path }) => path),
      ['a', 'b', 'c', 'd'],
    );
    const found = lines(reports);
    for (const expected of [
      /^a\.meta\.yaml:2:10 error refresh: expected an integer/,
      /^a\.meta\.yaml:3:22 error params\.p\.type: expected one of/,
      /^a\.lua:2:null error /,
      /^a\.svg:1:8 error unknown filter 'uper'/,
      /^a\.svg:2:9 error unknown test 'od'/,
      /^b\.lua:1:1 error require "lib\/none": this file does not exist/,
      /^b\.svg:1:4 error include "none\.svg": this file does not exist/,
      /^b\.svg:2:4 error import "\.\.\/x\.svg": expected a path inside/,
      /^c\/screen\.svg:null:null error this file does not exist/,
      /^d\/meta\.yaml:null:null error there is no script for this screen: expected d\/script\.lua/,
    ]) {
      assert.ok(
        found.some((line) => expected.test(line)),
        `${expected}\n${found.join('\n')}`,
      );
    }
    assert.equal(found.length, 10, found.join('\n'));
    assert.ok(reports.every(isBroken));
  });

  it('warns of keys that nobody knows and of another engine, without calling the screen broken', (t) => {
    const [report] = check(t, { 'a.lua': '', 'a.svg': SVG, 'a.meta.yaml': 'titel: A\nservice: "9"\n' });
    assert.ok(report !== undefined && !isBroken(report));
    assert.deepEqual(
      report.findings.map(({ level, line }) => [level, line]),
      [
        ['warning', 1],
        ['warning', null],
      ],
    );
  });

  it('looks into files that screens share, and says of each screen what it gets from them', (t) => {
    const reports = check(t, {
      'a.lua': 'require("lib/m")',
      'a.svg': '{% extends "base.svg" %}',
      'b.lua': 'require("lib/m")',
      'b.svg': SVG,
      'lib/m.lua': 'require("lib/n")',
      'lib/n.lua': 'return = 1',
      'base.svg': '{% block b %}{{ x | nope }}{% endblock %}',
    });
    assert.deepEqual(
      reports.map(({ path, findings }) => [path, findings.map(({ file }) => file)]),
      [
        ['a', ['lib/n.lua', 'base.svg']],
        ['b', ['lib/n.lua']],
      ],
    );
  });

  it('checks the screens that are asked for, and names those that do not exist', (t) => {
    const files = { 'a.lua': '', 'a.svg': SVG, 'b.lua': '=', 'b.svg': SVG };
    assert.deepEqual(lines(check(t, files, ['a'])), []);
    assert.match(
      lines(check(t, files, ['zzz'])).join(),
      /there is no script for this screen: expected zzz\.lua/,
    );
  });

  it('names screens that no device can be given', (t) => {
    const found = lines(check(t, { 'my screen.lua': '', 'my screen.svg': SVG, 'a.lua': '', 'a.svg': SVG }));
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^my screen:null:null error no device can be given this screen/);
  });

  it('takes each file from the first root that has it', (t) => {
    const first = tempTree(t, { 'a.svg': '{{ 1 | nope }}' });
    const second = tempTree(t, { 'a.lua': '', 'a.svg': SVG });
    assert.equal(lines(checkRoots([first, second])).length, 1);
    assert.equal(lines(checkRoots([second, first])).length, 0);
  });
});

describe('checkTree on a hostile tree', () => {
  it('reads nothing outside, and nothing hidden', (t) => {
    const outside = tempTree(t, { 'secret.lua': 'return =', 'secret.svg': '{{ 1 | nope }}' });
    const root = tempTree(t, {
      'a.lua': `require("../${outside.split('/').pop()}/secret") require(".git/x") require("/etc/passwd")`,
      'a.svg': '{% include "link.svg" %}{% include ".git/config" %}',
      '.git/config': '{{ 1 | nope }}',
      '.git/x.lua': '=',
    });
    symlinkSync(`${outside}/secret.svg`, `${root}/link.svg`);
    const found = lines(checkRoots([root]));
    assert.equal(found.length, 5, found.join('\n'));
    assert.ok(
      found.every((line) => line.includes('a.lua') || line.includes('a.svg')),
      found.join('\n'),
    );
    assert.ok(!found.some((line) => line.includes('nope') || line.includes(root)), found.join('\n'));
  });

  it('ends for files that name each other in circles and for endless chains', (t) => {
    const files: Record<string, string> = {
      'a.lua': 'require("b")',
      'b.lua': 'require("a")',
      'a.svg': '{% include "a.svg" %}{% include "0.svg" %}',
    };
    for (let n = 0; n < 500; n++) files[`${n}.svg`] = `{% include "${n + 1}.svg" %}`;
    const found = lines(check(t, files, ['a']));
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /needs more than 200 files/);
  });

  it('stays within its budgets for bombs', (t) => {
    const found = lines(
      check(t, {
        'a.lua': `x = ${'{'.repeat(500_000)}`,
        'a.svg': `{{ ${'('.repeat(90_000)}1 }}`,
        'a.meta.yaml': `a: ${'['.repeat(30_000)}`,
        'b.lua': '',
        'b.svg': `{% if a %}${'{{ 1 | nope }}'.repeat(20_000)}{% endif %}`,
        'b.meta.yaml': ' '.repeat(100_000),
      }),
    );
    assert.ok(found.length >= 5 && found.length < 40, String(found.length));
  });
});
