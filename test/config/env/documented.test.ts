import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ENV_VARIABLES } from '../../../src/config/env/env.ts';
import {
  ADMIN_KEYS,
  ADMIN_TOKEN_KEYS,
  ALERT_KEYS,
  ALERT_RULE_KEYS,
  ALGORITHM_KEYS,
  DATA_TOKEN_KEYS,
  DEVICE_KEYS,
  FRAME_KEYS,
  PANEL_DITHER_KEYS,
  PANEL_KEYS,
  ROOT_KEYS,
  SCREEN_KEYS,
  SCREEN_REPO_KEYS,
  WEBHOOK_KEYS,
} from '../../../src/config/read/keys.ts';
import { DITHER_ALGORITHMS } from '../../../src/domain/algorithm.ts';
import { RESERVED_HANDLES } from '../../../src/domain/screen-ref.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { META_KEYS } from '../../../src/screens/sources/meta.ts';
import { PARAM_KEYS } from '../../../src/screens/sources/read-param-schema.ts';
import { accepted } from '../../support/config/read-config.ts';

const TEXT = readFileSync(path.join(PACKAGE_ROOT, 'docs/configuration.md'), 'utf8');

/** First cells of the tables between a heading and the next, as plain text. */
function documented(heading: string): string[] {
  const from = TEXT.indexOf(`\n${heading}\n`);
  assert.ok(from >= 0, `there is no heading "${heading}"`);
  const rest = TEXT.slice(from + heading.length + 2);
  const end = rest.search(/^#/m);
  const section = end < 0 ? rest : rest.slice(0, end);
  return [...section.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
}

describe('docs/configuration.md', () => {
  const sections: [heading: string, keys: readonly string[]][] = [
    ['## Environment variables', ENV_VARIABLES],
    ['### Top level', ROOT_KEYS],
    ['### `screens`', SCREEN_KEYS],
    ['### `devices`', DEVICE_KEYS],
    ['### `groups`', ['match', 'adopted_only']],
    ['### `frames`', FRAME_KEYS.slice(DEVICE_KEYS.length)],
    ['### `panels`', PANEL_KEYS],
    ['#### `dither` of a panel', PANEL_DITHER_KEYS],
    ['### `admin`', ADMIN_KEYS],
    ['### `screen_repos`', SCREEN_REPO_KEYS],
    ['### `data_tokens`', DATA_TOKEN_KEYS],
    ['### `alerts`', ALERT_KEYS],
    ['#### Webhooks of alerts', WEBHOOK_KEYS],
    ['#### Rules of alerts', ALERT_RULE_KEYS],
    ['### `admin_tokens`', ADMIN_TOKEN_KEYS],
    ['## Metadata of a screen', [...META_KEYS, ...PARAM_KEYS]],
  ];
  for (const [heading, keys] of sections) {
    it(`describes every key of "${heading.replace(/^#+ /, '')}", and no other`, () => {
      assert.deepEqual(documented(heading).sort(), [...keys].sort());
    });
  }

  it('names every algorithm and every reserved handle', () => {
    for (const name of [...DITHER_ALGORITHMS, ...RESERVED_HANDLES])
      assert.ok(TEXT.includes(`\`${name}\``), name);
  });

  it('needs no words for the keys of an algorithm that a panel does not have', () => {
    const ofPanel: readonly string[] = PANEL_DITHER_KEYS;
    assert.ok(ALGORITHM_KEYS.every((key) => ofPanel.includes(key)));
  });

  it('shows configs that load without a warning, names of screens and panels aside', () => {
    const examples = [...TEXT.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    assert.ok(examples.length >= 5);
    for (const example of examples.filter((text) => !text.startsWith('title:'))) {
      const warned = accepted(example).warnings.filter(
        ({ message }) => !message.includes('there is no panel'),
      );
      assert.deepEqual(warned, [], example);
    }
  });
});
