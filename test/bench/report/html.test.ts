/** The page as text: well formed, self-contained, and safe, whatever a result holds. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { compareRuns } from '../../../src/bench/report/compare.ts';
import { resultPage } from '../../../src/bench/report/html.ts';
import type { BenchResult } from '../../../src/bench/result.ts';
import { anyBenchResult } from '../../support/bench/any-result.ts';
import {
  emptyResult,
  killedResult,
  rampResult,
  steadyResult,
  tinyResult,
} from '../../support/bench/bench-results.ts';

interface Page {
  readonly elements: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Text outside of styles. */
  readonly text: string;
  readonly style: string;
}

/** Read a page as XML, which is stricter than HTML: throws where a tag is not closed or a text not escaped. */
function readPage(html: string): Page {
  const elements: string[] = [];
  const attributes: [string, string][] = [];
  const texts = { page: '', style: '' };
  const parser = new SaxesParser({});
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes: own }) => {
    elements.push(name);
    attributes.push(...Object.entries(own));
  });
  let styling = false;
  parser.on('opentagstart', ({ name }) => {
    styling = name === 'style';
  });
  parser.on('closetag', () => {
    styling = false;
  });
  parser.on('text', (piece) => {
    texts[styling ? 'style' : 'page'] += piece;
  });
  parser.write(html).close();
  return { elements, attributes, text: texts.page, style: texts.style };
}

/** Every element that a page may have; none of them loads or runs anything. */
const HARMLESS = new Set(
  'html head meta title style body main header footer section h1 h2 h3 p strong em span code ul li dl div dt dd figure figcaption table caption thead tbody tr th td details summary svg desc g path rect line circle text'.split(
    ' ',
  ),
);

function checkPage(html: string): void {
  const { elements, attributes, text } = readPage(html);
  assert.deepEqual(
    elements.filter((name) => !HARMLESS.has(name)),
    [],
  );
  for (const [name, value] of attributes) {
    assert.doesNotMatch(name, /^on|^(?:src|href|style|action|data)$|:/, `${name}="${value}"`);
    if (!['content', 'aria-label'].includes(name)) assert.doesNotMatch(value, /NaN|undefined|Infinity/);
  }
  const ids = attributes.filter(([name]) => name === 'id').map(([, id]) => id);
  assert.equal(new Set(ids).size, ids.length, 'an id occurs twice');
  assert.doesNotMatch(text, /\bNaN\b|\bundefined\b|Infinity|∞|\[object/);
}

/** Foreign texts may hold these words themselves. */
function withoutSuspectWords(result: BenchResult): BenchResult {
  return JSON.parse(JSON.stringify(result).replaceAll(/NaN|undefined|Infinity|∞|\[object/g, ''));
}

describe('the page of a result', () => {
  it('is well formed and has no figure that is none, whatever the result', () => {
    fc.assert(
      fc.property(anyBenchResult, anyBenchResult, (result, before) => {
        const now = withoutSuspectWords(result);
        checkPage(resultPage(now));
        checkPage(resultPage(now, compareRuns(withoutSuspectWords(before), now)));
      }),
      { numRuns: 150 },
    );
  });

  for (const [name, result] of [
    ['a healthy run', steadyResult()],
    ['a run with a killed server', killedResult()],
    ['a search for the knee', rampResult()],
    ['three calls', tinyResult()],
    ['nothing', emptyResult()],
  ] as const) {
    it(`is well formed for ${name}`, () => {
      const html = resultPage(result);
      checkPage(html);
      assert.ok(html.startsWith('<!DOCTYPE html>\n'));
      assert.ok(html.length < 200_000, `${html.length} characters`);
    });
  }

  it('allows itself nothing but its own style', () => {
    const html = resultPage(steadyResult());
    const { attributes, style } = readPage(html);
    const policy = attributes.find(([, value]) => value.startsWith('default-src'))?.[1];
    const digest = createHash('sha256').update(style).digest('base64');
    assert.equal(
      policy,
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
    assert.doesNotMatch(style, /url\(|@import/);
  });

  it('names no address but the one of the server', () => {
    const html = resultPage(tinyResult());
    const addresses = [...html.matchAll(/\w+:\/\/[^\s<"]+/g)].map(([address]) => address);
    assert.deepEqual(new Set(addresses), new Set(['https://eink.example.org/office/']));
  });

  it('tells what was reused, and the wakes that were served in a second', () => {
    const { text } = readPage(resultPage(steadyResult()));
    assert.match(text, /Reused contents80\s% 2\s668 composed/);
    assert.match(text, /222\/s served/);
    assert.match(text, /not reusable: random\s666/);
    assert.doesNotMatch(readPage(resultPage({ ...steadyResult(), reuse: null })).text, /reuse/i);
  });

  it('shows the text of an error as text', () => {
    const { elements, text } = readPage(resultPage(killedResult()));
    assert.ok(text.includes('<img src=x onerror=alert(1)>'));
    assert.ok(!elements.includes('img'));
  });

  it('merges a long run into as many pieces as can be told apart', () => {
    const result = steadyResult();
    const timeline = Array.from({ length: 90 }, (_, at) =>
      result.timeline.map((piece) => ({ ...piece, fromSeconds: piece.fromSeconds + at * 60 })),
    ).flat();
    const html = resultPage({ ...result, timeline });
    checkPage(html);
    assert.ok(html.length < 200_000, `${html.length} characters`);
  });

  it('leaves out what was not measured', () => {
    const headings = (result: BenchResult): readonly string[] =>
      [...resultPage(result).matchAll(/<h2[^>]*>([^<]*)</g)].map(([, heading]) => heading ?? '');
    assert.deepEqual(headings(emptyResult()), ['The run']);
    assert.deepEqual(headings(tinyResult()), ['Latency', 'The run']);
    assert.deepEqual(headings(killedResult()), ['Errors', 'Latency', 'Stages', 'Load', 'The run']);
    assert.deepEqual(headings(rampResult()), ['Rate', 'Latency', 'Stages', 'Load', 'The run']);
  });
});
