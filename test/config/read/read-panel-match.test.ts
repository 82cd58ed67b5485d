import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PanelMatch } from '../../../src/domain/panel.ts';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

function config(...matches: readonly string[]): string {
  return ['panels:', ...matches.map((match, index) => `  p${index}: { match: ${match} }`), ''].join('\n');
}

function match(text: string): readonly PanelMatch[] | undefined {
  return accepted(config(text)).snapshot.panels.get('p0')?.match;
}

describe('match', () => {
  it('is a text, a map of keys, or a list of them', () => {
    assert.deepEqual(match('my_board'), ['my_board']);
    assert.deepEqual(match('{ model: x1, width: 5, height: 6 }'), [
      { model: 'x1', size: { widthPx: 5, heightPx: 6 } },
    ]);
    assert.deepEqual(match('[397, { board: b, user_agent: " Reader " }]'), [
      '397',
      { board: 'b', userAgent: 'Reader' },
    ]);
    assert.deepEqual(match('{ user_agent: frame, not_user_agent: Reader }'), [
      { userAgent: 'frame', notUserAgent: 'Reader' },
    ]);
  });

  it('leaves out an item of a list that is neither, with a warning', () => {
    assert.deepEqual(match('[a1, [b1]]'), ['a1']);
    assert.match(
      warnings(config('[a1, [b1]]')).join(),
      /p0\.match: expected a Board or Model value.* a list/,
    );
  });

  it('refuses a map that asks for nothing, or for half a size, or for what cannot be', () => {
    for (const [text, expected] of [
      ['{}', 'panels.p0.match: expected at least one of board, model, user_agent, width, height, got none'],
      [
        '{ not_user_agent: reader }',
        'panels.p0.match: expected at least one of board, model, user_agent, width, height, got none',
      ],
      ['{ model: x1, width: 5 }', 'panels.p0.match: width and height only count together'],
      ['{ width: 0, height: 5 }', 'panels.p0.match.width: expected an integer from 1 to 4096, got 0'],
      ['{ model: [x1] }', 'panels.p0.match.model: expected a text, got a list'],
    ] as const) {
      assert.ok(
        refused(config(text)).some((problem) => problem.endsWith(expected)),
        refused(config(text)).join(),
      );
    }
  });

  it('refuses two panels with the same match, and names both', () => {
    const problems = refused(config('[a1, wide]', '{ model: WIDE }', '[wide2]'));
    assert.deepEqual(problems, [
      'config.yaml:3:3: panels.p1.match: panels.p0 matches "Model WIDE" too; take it out of one of them, ' +
        'or ask for more there, such as { model, width, height }',
    ]);
    assert.ok(accepted(config('wide', '{ model: wide, width: 5, height: 6 }')));
  });
});
