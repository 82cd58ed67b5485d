import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Panel, PanelMatch } from '../../src/domain/panel.ts';
import { describeMatch, matchPanel, sameMatches, type Traits } from '../../src/domain/panel-match.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { panelWith } from '../support/config/panel.ts';

const SIZE = { widthPx: 1404, heightPx: 1872 };

type Entry = readonly [name: string, match: readonly PanelMatch[], more?: Partial<Panel>];

function panels(...entries: readonly Entry[]): ReadonlyMap<string, Panel> {
  return new Map(entries.map(([name, match, more]) => [name, panelWith({ name, match, ...more })]));
}

describe('the panel that fits what a device says', () => {
  const known = panels(
    ['model', ['x']],
    ['model and size', [{ model: 'X', size: SIZE }]],
    ['agent', [{ userAgent: 'Reader' }]],
    ['longer agent', [{ userAgent: 'Reader/2' }]],
    ['size', [{ size: SIZE }]],
    ['board', [{ board: 'b1' }]],
    ['of the catalogue', ['b2', { board: 'b1', model: 'x', size: SIZE }], { source: 'catalogue' }],
  );
  const found = (said: Partial<Traits>): string | undefined =>
    matchPanel(known, { ...NO_REPORT, ...said })?.name;

  it('is the one that asks for more', () => {
    assert.equal(found({ model: 'x' }), 'model');
    assert.equal(found({ model: 'x', size: { widthPx: 1, heightPx: 1 } }), 'model');
    assert.equal(found({ model: 'x', size: SIZE }), 'model and size');
  });

  it('is found by Board before Model, User-Agent and size, where as much is asked', () => {
    const userAgent = 'Reader/1';
    assert.equal(found({ board: 'B1', model: 'x', userAgent }), 'board');
    assert.equal(found({ model: 'x', userAgent }), 'model');
    assert.equal(found({ userAgent, size: SIZE }), 'agent');
    assert.equal(found({ size: SIZE }), 'size');
  });

  it('is found by a text that the User-Agent contains, in any case, and by the longest', () => {
    assert.equal(found({ userAgent: 'a reADer' }), 'agent');
    assert.equal(found({ userAgent: 'a reader/2.1' }), 'longer agent');
    assert.equal(found({ userAgent: 'a rea' }), undefined);
  });

  it('is not one whose User-Agent must not contain what it contains, in any case', () => {
    const apart = panels(
      ['reader', [{ userAgent: 'reader' }]],
      ['frame', [{ userAgent: 'frame', notUserAgent: 'Reader', size: SIZE }]],
    );
    const of = (userAgent: string) => matchPanel(apart, { ...NO_REPORT, userAgent, size: SIZE })?.name;
    assert.deepEqual(['frame/2', 'frame/2-READER', 'reader'].map(of), ['frame', 'reader', 'reader']);
  });

  it('is one of the config, even where one of the catalogue asks for more', () => {
    assert.equal(found({ board: 'b1', model: 'x', size: SIZE }), 'model and size');
    assert.equal(found({ board: 'b2' }), 'of the catalogue');
  });

  it('is none for a device that says nothing of it', () => {
    assert.equal(found({}), undefined);
    assert.equal(found({ board: '', model: '' }), undefined);
  });
});

describe('matches that two panels have', () => {
  const pairs = (...entries: readonly Entry[]) =>
    sameMatches(panels(...entries).values()).map(({ first, second, match }) => [
      first,
      second,
      describeMatch(match),
    ]);

  it('are found in any case and form, once a pair', () => {
    assert.deepEqual(pairs(['a', ['og', 'x']], ['b', ['OG', 'x']], ['c', [{ model: 'x' }]]), [
      ['a', 'b', 'OG'],
      ['a', 'c', 'Model x'],
    ]);
    const both: PanelMatch = { userAgent: 'r', size: SIZE };
    assert.deepEqual(pairs(['a', [both]], ['b', [both]]), [['a', 'b', 'User-Agent with r, 1404 x 1872']]);
    const apart: PanelMatch = { userAgent: 'r', notUserAgent: 's', size: SIZE };
    assert.deepEqual(pairs(['a', [both]], ['b', [apart]], ['c', [apart]]), [
      ['b', 'c', 'User-Agent with r, without s, 1404 x 1872'],
    ]);
    assert.equal(describeMatch({ model: 'x', notUserAgent: 's' }), 'Model x, User-Agent without s');
  });

  it('are none where one asks for more, or a panel repeats itself', () => {
    assert.deepEqual(
      pairs(['a', ['x', 'x']], ['b', [{ model: 'x', size: SIZE }]], ['c', [{ size: SIZE }]]),
      [],
    );
  });
});
