/** Generated templates: valid ones must render as in stock nunjucks, all others must render or fail with a message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import nunjucks from 'nunjucks';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { inspectTemplate } from '../../../src/screens/template/inspect.ts';
import { rounds } from '../../support/rounds.ts';
import { output, render } from './render.ts';

const stock = new nunjucks.Environment(null, { autoescape: true });

const data: PlainObject = {
  n: 7,
  half: 0.5,
  zero: 0,
  yes: true,
  nothing: null,
  name: 'Tom & "Jo" <3',
  word: 'banana',
  list: [3, 1, 2],
  texts: ['b', 'A', "it's"],
  map: { a: 1, b: 22 },
  rows: [
    { id: 1, name: 'one' },
    { id: 2, name: 'two' },
  ],
};

/** Pieces of templates, by the type of their value. Only constructs with the same meaning in both engines. */
const { number, text, truth, body } = fc.letrec<{
  number: string;
  text: string;
  truth: string;
  statement: string;
  body: string;
}>((tie) => {
  const join = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
      .map((all) => all.join(''));
  const pick = (...words: string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
  const number = tie('number');
  const text = tie('text');
  const truth = tie('truth');
  const body = tie('body');
  return {
    number: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      pick(
        'data.n',
        'data.half',
        'data.list[1]',
        'data.map.b',
        'data.rows[1].id',
        'data["n"]',
        '0',
        '3',
        '12',
        '0.25',
      ),
      join('(', number, pick(' + ', ' - ', ' * '), number, ')'),
      join('(', number, pick(' / ', ' // ', ' % '), pick('2', '3', '7'), ')'),
      join('(', number, ' if ', truth, ' else ', number, ')'),
      join('(-', number, ')'),
      join('(', number, ' | abs)'),
      join('(', text, ' | length)'),
      pick('(data.list | sum)', '(data.list | length)', '(data.list | first)', '(data.list | last)'),
    ),
    text: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      pick('data.name', 'data.word', '"a<b"', "'x & y'", '"it\\"s"', '" padded "', '""', 'data.rows[0].name'),
      join('(', text, ' ~ ', fc.oneof(number, text), ')'),
      join('(', text, pick(' | upper', ' | lower', ' | capitalize', ' | trim'), ')'),
      join('(', text, pick(' | replace("a", "-")', ' | replace("n", "mm", 1)', ' | default("d")'), ')'),
      join('(', text, ' if ', truth, ' else ', text, ')'),
      pick('(data.texts | join("/"))', '(data.list | sort | join(", "))', '(data.rows | join("", "name"))'),
    ),
    truth: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      pick(
        'data.yes',
        'data.zero',
        'data.nothing',
        'data.missing',
        'true',
        'false',
        'data.n is odd',
        'data.x is defined',
      ),
      join('(', number, pick(' < ', ' <= ', ' > ', ' >= ', ' == ', ' != '), number, ')'),
      join('(', text, pick(' == ', ' != '), text, ')'),
      join('(', truth, pick(' and ', ' or '), truth, ')'),
      join('(not ', truth, ')'),
      join('(', number, pick(' in ', ' not in '), 'data.list)'),
      join('("a" in ', text, ')'),
    ),
    statement: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      pick(
        'plain ',
        ' {# note #}',
        '\n  <g/>\n',
        '{% raw %}{{ x }}{% endraw %}',
        '{{ data.missing.x }}',
        '&amp;',
      ),
      join('{{ ', fc.oneof(number, text), pick(' }}', ' -}} ')),
      join('{% if ', truth, ' %}', body, '{% elif ', truth, ' -%} ', body, '{% else %}', body, '{% endif %}'),
      join('{% for x in data.list %}{{ loop.index }}:{{ x }}', body, '{% else %}-{% endfor %}'),
      join('{%- for k, v in data.map %}{{ k }}={{ v }}', body, '{{ loop.last }}{% endfor %}'),
      join(
        '{% for row in data.rows %}{{ row.name }}{% for t in data.texts %}{{ t }}',
        body,
        '{% endfor %}{% endfor %}',
      ),
      // The result of a section is markup here, but escaped text in nunjucks: so it has no characters to be escaped.
      join('{% filter upper %}abc {{ ', number, ' }} def{% endfilter %}'),
      join('{% set v = ', number, ' %}'),
      join('{% set w %}', body, '{% endset %}'),
      join(
        '{% switch ',
        number,
        ' %}{% case 3 %}',
        body,
        '{% case 7 %}7{% default %}',
        body,
        '{% endswitch %}',
      ),
    ),
    body: fc.array(tie('statement'), { maxLength: 4, size: 'max' }).map((all) => all.join('')),
  };
});

describe('generated templates', () => {
  it('render as stock nunjucks renders them', () => {
    fc.assert(
      fc.property(body, (source) => {
        assert.equal(output(source, data), stock.renderString(source, { data }));
      }),
      { numRuns: rounds(1500), seed: 20_261_120 },
    );
  });

  it('give the same number for the same arithmetic', () => {
    fc.assert(
      fc.property(number, text, truth, (...all) => {
        const source = all.map((piece) => `{{ ${piece} }}`).join('|');
        assert.equal(output(source, data), stock.renderString(source, { data }), source);
      }),
      { numRuns: rounds(1500), seed: 20_261_121 },
    );
  });
});

/** Words of templates, to be joined in any order. */
const SOUP = [
  ...'{{ }} {% %} {# #} {%- -%} ( ) [ ] { } " \' ` \\ | . , : = == != < >= + - * ** / // % ~ ! ? ; @'.split(
    ' ',
  ),
  ...['\n', ' ', '\t', '\0', '\ud800'],
  ...'if elif else endif for in endfor set set_global endset macro endmacro call endcall block endblock'.split(
    ' ',
  ),
  ...'extends include import from as with context ignore missing filter endfilter raw endraw verbatim'.split(
    ' ',
  ),
  ...'switch case default endswitch break continue ifAsync asyncEach super self is not and or true none'.split(
    ' ',
  ),
  ...'data loop range cycler joiner throw caller x 1 0 1e400 0x1 constructor __proto__ prototype toString'.split(
    ' ',
  ),
  ...'upper sort map attribute screen.svg r/(a+)+$/ g ü 𝔘'.split(' '),
];

describe('templates without sense', () => {
  it('end in a result or in a failure of their own, never in anything else', () => {
    const soup = fc.array(fc.constantFrom(...SOUP), { maxLength: 40, size: 'max' });
    let rendered = 0;
    fc.assert(
      fc.property(soup, fc.constantFrom('', ' '), (words, gap) => {
        const source = words.join(gap);
        const result = render(source, data);
        if (result.ok) rendered += 1;
        else assert.match(result.error.code, /^template_(syntax|error|limit)$/);
        const { problems } = inspectTemplate('a.svg', source);
        assert.ok(problems.every(({ code }) => code === 'template_syntax' || code === 'template_limit'));
        assert.ok(!result.ok || problems.length === 0, source);
      }),
      { numRuns: rounds(4000), seed: 20_261_122 },
    );
    assert.ok(rendered > 50, `only ${rendered} had any sense`);
    assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
  });

  it('so do tags with words in them', () => {
    const tag = fc
      .tuple(
        fc.constantFrom(['{{ ', ' }}'], ['{% ', ' %}']),
        fc.array(fc.constantFrom(...SOUP.slice(8)), { maxLength: 12 }),
      )
      .map(([[open, close], words]) => `${open}${words.join(' ')}${close}`);
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 6 }), (tags) => {
        const result = render(tags.join('x'), data);
        if (!result.ok) assert.match(result.error.code, /^template_(syntax|error|limit)$/);
      }),
      { numRuns: rounds(4000), seed: 20_261_123 },
    );
  });
});
