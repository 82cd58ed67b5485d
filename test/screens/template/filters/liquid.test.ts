import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insteadOfLiquid } from '../../../../src/screens/template/filters/liquid.ts';
import { TEMPLATE_FILTERS } from '../../../../src/screens/template/filters/registry.ts';
import { render } from '../render.ts';

/** Filters of Liquid (5.5), and of the plugins of other servers for e-ink displays, that are none here. */
const LIQUID =
  'plus minus times divided_by modulo append prepend at_least at_most ceil floor upcase downcase strip lstrip rstrip strip_html strip_newlines newline_to_br remove remove_first replace_first truncatewords size uniq where find compact url_encode escape_once json parse_json l_date number_with_delimiter time_ago days_ago markdown_to_html find_by';

/** A value of the type that an expression works on. */
function valueFor(written: string): string {
  if (/\b(?:min|max|round|date)\b|[-+*/%] number/.test(written)) return '7';
  return /unique|filter|select/.test(written) ? '[{ "name": 1 }]' : '"7 8"';
}

describe('a filter of Liquid', () => {
  for (const name of LIQUID.split(' ')) {
    it(`is named with what to write instead: ${name}`, () => {
      assert.ok(!TEMPLATE_FILTERS.has(name));
      const result = render(`{{ data.x | ${name} }}`);
      assert.match(result.ok ? '' : result.error.message, new RegExp(`^unknown filter '${name}': `));
    });
  }

  for (const name of LIQUID.split(' ')) {
    const [, written] = /write (.*?)(?:, or .*)?$/.exec(insteadOfLiquid(name)) ?? [];
    if (written === undefined) continue;
    it(`can be written as is said: ${name}`, () => {
      const names = `{% set value = ${valueFor(written)} %}{% set number = 2 %}{% set text = "a" %}{% set other = "b" %}`;
      const tried = render(`${names}{{ ${written.replace('…', '1')} }}`);
      assert.ok(tried.ok && tried.value !== '', `${written}: ${tried.ok ? 'nothing' : tried.error.message}`);
    });
  }

  it('is nothing else', () => {
    assert.equal(insteadOfLiquid('uper'), '');
    assert.equal(insteadOfLiquid('constructor'), '');
  });
});
