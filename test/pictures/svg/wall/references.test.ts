/** Every kind of reference in cycles and chains of every length, drawn in a process of its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { svg } from '../../../support/pictures/svg-documents.ts';
import { someOf } from '../../../support/rounds.ts';
import { DrawingProcess, type DrawReport, faultOf } from './drawing-process.ts';
import { chainOf, LINKS } from './links.ts';

const drawing = new DrawingProcess();
after(() => drawing.stop());

/** Ways to write `url(#k0)` and `#k0`, and ids that not everybody reads alike. */
const SPELLINGS: Readonly<Record<string, (source: string) => string>> = {
  plainly: (source) => source,
  'in quotes': (source) => source.replace(/url\((#\w+)\)/g, 'url(&quot;$1&quot;)'),
  'in capitals and spaces': (source) =>
    source.replace(/url\((#\w+)\)/g, " URL( '$1' ) red").replace(/href="(#\w+)"/g, 'href="&#10; $1 "'),
  'with the old prefix': (source) => source.replaceAll('href=', 'xlink:href='),
  'by odd ids': (source) =>
    source
      .replace(/id="k(\d+r?)"/g, 'id="k ($1"')
      .replace(/url\(#k(\d+r?)\)/g, "url('#k ($1')")
      .replace(/href="#k(\d+r?)"/g, 'href="#k ($1"'),
  'by style sheets': (source) =>
    source.replace(/ (fill|stroke|mask|clip-path|filter|marker-mid)="(url\(#\w+\))"/g, ' style="$1: $2"'),
  'by ids that come twice': (source) => source + source.replaceAll('href="#k0"', 'href="#none"'),
};

async function draw(body: string): Promise<DrawReport> {
  const source = svg(body, 'xmlns:xlink="http://www.w3.org/1999/xlink"');
  const trial = await drawing.draw({
    svg: source,
    widthPx: 80,
    heightPx: 48,
    text: 'plain',
    output: 'panel',
  });
  assert.equal(faultOf(trial), null, source.slice(0, 2_000));
  assert.ok(trial.report !== null);
  return trial.report;
}

/** Of these also rows that are longer than any stack is deep: each takes a second. */
const FAR = new Set(someOf(Object.keys(LINKS), 10));

for (const [what, link] of Object.entries(LINKS)) {
  for (const [how, spell] of someOf(Object.entries(SPELLINGS))) {
    test(`${what}, written ${how}, that leads back to itself is drawn with a warning`, async () => {
      for (const length of [1, 2, 3]) {
        const { outcome, message, warnings } = await draw(spell(chainOf(link, length, true)));
        assert.equal(outcome, 'drawn', message);
        assert.match(
          warnings.join(),
          /:1:\d+: <\w+ id="[^"]+"> refers to itself: [\w-]+ of <\w+> is ignored/,
        );
      }
    });
  }

  test(`${what}, in rows of any length, is drawn or refused`, async () => {
    for (const length of [20, 200, 2_000, ...(FAR.has(what) ? [20_000] : [])]) {
      const chain = chainOf(link, length);
      const image = Buffer.from(svg(chain)).toString('base64');
      for (const body of [
        chain,
        `<image width="80" height="48" href="data:image/svg+xml;base64,${image}"/>`,
      ]) {
        const { outcome } = await draw(body);
        // Somewhere between lies how deep a stack is.
        const expected = length < 100 ? ['drawn'] : length > 1_000 ? ['svg_limit'] : ['drawn', 'svg_limit'];
        assert.ok(expected.includes(outcome), `${length}: ${outcome}`);
      }
    }
  });
}
