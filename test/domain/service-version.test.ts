import assert from 'node:assert/strict';
import { it } from 'node:test';
import { compatWarning } from '../../src/domain/service-version.ts';

const satisfied = (requirement: string, engine: string): boolean =>
  compatWarning(requirement, engine) === null;

it('reads the requirement as a caret range', () => {
  const cases: [requirement: string, engines: string[], others: string[]][] = [
    ['0.3', ['0.3.0', '0.3.9'], ['0.2.9', '0.4.0', '1.3.0']],
    ['0.3.2', ['0.3.2', '0.3.10'], ['0.3.1', '0.4.0']],
    ['0.0.3', ['0.0.3'], ['0.0.2', '0.0.4', '0.1.0']],
    ['0.0', ['0.0.0', '0.0.7'], ['0.1.0']],
    ['0', ['0.0.1', '0.99.0'], ['1.0.0']],
    ['1', ['1.0.0', '1.20.3'], ['0.9.9', '2.0.0']],
    ['1.2', ['1.2.0', '1.10.0'], ['1.1.9', '2.0.0']],
    ['^1.2.3', ['1.2.3', '1.3.0'], ['1.2.2']],
    [' 0.3 ', ['0.3.1'], []],
  ];
  for (const [requirement, engines, others] of cases) {
    for (const engine of engines) assert.ok(satisfied(requirement, engine), `${requirement} takes ${engine}`);
    for (const engine of others)
      assert.ok(!satisfied(requirement, engine), `${requirement} refuses ${engine}`);
  }
});

it('takes a prerelease for the version it leads to', () => {
  assert.ok(satisfied('0.3', '0.3.0-rc.1'));
});

it('warns of nothing when nothing is asked for', () => {
  assert.equal(compatWarning(null, '0.1.0'), null);
});

it('says what was asked for and what is running', () => {
  assert.equal(
    compatWarning('0.3', '0.1.0'),
    'made for engine 0.3 (0.3.0 up to, not including, 0.4.0); this is 0.1.0',
  );
});

it('warns of a requirement that cannot be read', () => {
  for (const requirement of ['', 'latest', '>=0.3', '0.3.x', '0.3.0.1', '99999999999', 'v1']) {
    assert.match(
      compatWarning(requirement, '0.3.0') ?? '',
      /expected an engine version such as "0.3"/,
      requirement,
    );
  }
});
