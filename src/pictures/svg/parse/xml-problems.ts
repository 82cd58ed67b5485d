/** Explains what is wrong with XML that is not well-formed, and where, in terms of what the author should write. */
import { quoteOneLine } from '../document/warning-list.ts';

/** A problem, and the offset of the text that should be changed. */
interface XmlProblem {
  readonly offset: number;
  readonly message: string;
}

/** The state of the parser when it gave up. */
interface XmlStop {
  readonly source: string;
  /** Offset of the character that it could not accept. */
  readonly offset: number;
  /** The parser's message. */
  readonly sentence: string;
  /** Offsets of the `<` of all open tags, outermost first. */
  readonly open: readonly number[];
}

type Explain = (stop: XmlStop) => XmlProblem | null;

/** The first explanation that applies is taken. */
const EXPLANATIONS: readonly (readonly [RegExp, Explain])[] = [
  [/entity|unclosed tag|disallowed character|unterminated/, bareAmpersand],
  [/entity/, unknownEntity],
  [/^unclosed tag/, ({ source, open }) => unclosed(source, open.at(-1))],
  [/unexpected close tag|unmatched closing tag/, wrongClosingTag],
  [/in tag name/, ({ source, offset }) => lessThan(source, offset)],
  [
    /^disallowed character$/,
    ({ source, offset }) => (source[offset] === '<' ? lessThan(source, offset + 1) : null),
  ],
  [/attribute name|whitespace between attributes/, missingQuote],
  [/unquoted attribute value/, unquoted],
  [/^duplicate attribute: (.*)/, twice],
  [/^disallowed character$/, forbidden],
  [
    /only one root/,
    ({ offset }) => ({
      offset,
      message: 'something stands behind the end of </svg>: a picture is one <svg>',
    }),
  ],
  [
    /must contain a root element/,
    () => ({ offset: 0, message: 'there is nothing to draw: <svg> is expected' }),
  ],
  [/outside of root/, textOutside],
  [/malformed comment/, ({ offset }) => ({ offset, message: '"--" may not stand inside of <!-- … -->' })],
];

/** The problem behind the parser's message. */
export function explainXml(stop: XmlStop): XmlProblem {
  for (const [pattern, explain] of EXPLANATIONS) {
    const problem = pattern.test(stop.sentence) ? explain(stop) : null;
    if (problem !== null) return problem;
  }
  return { offset: stop.offset, message: `the SVG is not well-formed XML: ${stop.sentence}` };
}

/** Comments and CDATA, in which an ampersand is allowed; or an ampersand that does not begin a reference. */
const AMPERSAND =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&(?!(?:[A-Za-z_:][\w:.-]{0,99}|#\d{1,9}|#x[\da-fA-F]{1,9});)/g;

function bareAmpersand({ source, offset }: XmlStop): XmlProblem | null {
  for (const match of source.matchAll(AMPERSAND)) {
    if (match.index > offset) return null;
    if (match[0] === '&')
      return { offset: match.index, message: `write &amp; for the character & ${near(source, match.index)}` };
  }
  return null;
}

function unknownEntity({ source, offset }: XmlStop): XmlProblem {
  const start = Math.max(0, source.lastIndexOf('&', offset));
  const name = source.slice(start, offset + 1).slice(0, 40);
  const instead = name === '&nbsp;' ? '&#160;' : 'the character itself';
  return { offset: start, message: `XML does not know ${name}: write ${instead}` };
}

function unclosed(source: string, start: number | undefined): XmlProblem | null {
  if (start === undefined) return null;
  const name = nameAt(source, start + 1);
  return { offset: start, message: `<${name}> is not closed: expected </${name}>, or <${name} … />` };
}

function wrongClosingTag({ source, offset, open }: XmlStop): XmlProblem | null {
  const start = source.lastIndexOf('</', offset);
  const last = open.at(-1);
  if (start === -1) return null;
  const name = nameAt(source, start + 2);
  if (open.some((at) => nameAt(source, at + 1) === name)) return unclosed(source, last);
  const inner = last === undefined ? '' : nameAt(source, last + 1);
  if (inner.toLowerCase() === name.toLowerCase())
    return { offset: start, message: `</${name}> does not close <${inner}>: large and small letters differ` };
  return { offset: start, message: `</${name}> closes nothing: no <${name}> is open here` };
}

function lessThan(source: string, offset: number): XmlProblem | null {
  const start = source.lastIndexOf('<', offset);
  return start === -1
    ? null
    : { offset: start, message: `write &lt; for the character < ${near(source, start)}` };
}

function missingQuote({ source, offset }: XmlStop): XmlProblem | null {
  const start = source.lastIndexOf('<', offset);
  if (start === -1) return null;
  const message = `an attribute of <${nameAt(source, start + 1)}> has no value, or a quote is missing ${near(source, offset)}`;
  return { offset: start, message };
}

function unquoted({ source, offset }: XmlStop): XmlProblem {
  return { offset, message: `the value of an attribute must stand in quotes ${near(source, offset)}` };
}

function twice({ source, offset, sentence }: XmlStop): XmlProblem | null {
  const name = sentence.slice(sentence.indexOf(':') + 1).trim();
  const start = source.lastIndexOf('<', offset);
  const second = source.lastIndexOf(name, offset);
  if (start === -1 || second < start) return null;
  return { offset: second, message: `<${nameAt(source, start + 1)}> has the attribute ${name} twice` };
}

function forbidden({ source, offset }: XmlStop): XmlProblem {
  const code = (source.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { offset, message: `XML cannot hold the character U+${code}` };
}

function textOutside({ source, offset }: XmlStop): XmlProblem {
  const text = source.slice(0, offset + 1);
  const start = Math.max(text.lastIndexOf('>') + 1, 0);
  const from = start + (text.slice(start).length - text.slice(start).trimStart().length);
  return { offset: from, message: `text outside of the <svg> element: ${quoteOneLine(source.slice(from))}` };
}

function nameAt(source: string, offset: number): string {
  return /^[^\s/>]{1,60}/.exec(source.slice(offset, offset + 60))?.[0] ?? '';
}

/** `in "Tom & Jerry"`: the text near an offset, within its line. */
function near(source: string, offset: number): string {
  const line = source.slice(Math.max(0, offset - 16), offset + 16);
  const from = line.lastIndexOf('\n', Math.min(offset, 16)) + 1;
  const end = line.indexOf('\n', from);
  return `in ${quoteOneLine(line.slice(from, end === -1 ? undefined : end))}`;
}
