/** Parses templates, and turns the parser's errors into messages for authors. */
import type parser from 'nunjucks/src/parser.js';
import type { Position } from '../../../platform/base/position.ts';
import { words } from '../../../platform/base/words.ts';
import { offsetOf } from '../offsets.ts';
import { suggestion } from '../suggestion.ts';
import { limitError, positionOf, syntaxError, TemplateError } from '../template-error.ts';
import type { RootNode } from './ast.ts';
import { TemplateParser } from './parser.ts';
import { TemplateTokens } from './tokens.ts';

/** Tags of Tera that nunjucks' parser does not know: `break` and `continue` become nodes, `set_global` a `Set` node. */
const TAGS: parser.TagExtension = {
  tags: ['set_global', 'break', 'continue'],
  parse(parsing) {
    const tag = parsing.nextToken();
    if (tag.value === 'set_global') {
      parsing.pushToken({ ...tag, value: 'set' });
      return Object.assign(parsing.parseSet(), { global: true });
    }
    parsing.advanceAfterBlockEnd(tag.value);
    const typename = tag.value === 'break' ? 'Break' : 'Continue';
    return { typename, lineno: tag.lineno, colno: tag.colno };
  },
};

/**
 * Parse a template.
 * @throws {TemplateError} it is not well-formed, too large or too deeply nested
 */
export function parseTemplate(source: string): RootNode {
  const tokens = new TemplateTokens(source);
  const parsing = new TemplateParser(tokens);
  parsing.extensions = [TAGS];
  try {
    return parsing.parseAsRoot() as RootNode;
  } catch (error) {
    throw parseErrorOf(error, tokens, source);
  }
}

/** True for a tag without an end: markup or another tag comes first. */
function isUnclosed(source: string, tag: Position): boolean {
  const start = offsetOf(source, tag);
  const rest = source.slice(start + 2, start + 2 + MAX_TAG);
  const [found] = /[}%]\}|<\/|<\w|\/>|\{[{%]/.exec(rest) ?? [];
  return found !== undefined && found !== '}}' && found !== '%}';
}

/** Characters in which the end of a tag is searched. */
const MAX_TAG = 2_000;

function parseErrorOf(error: unknown, tokens: TemplateTokens, source: string): TemplateError {
  if (error instanceof TemplateError) return error;
  if (error instanceof RangeError)
    return limitError(tokens.lastPosition, 'the template is nested too deeply');
  if (tokens.open.tag !== undefined && (tokens.atEnd || isUnclosed(source, tokens.open.tag))) {
    return syntaxError(tokens.open.tag, 'the tag that starts here is not closed');
  }
  const { section } = tokens.open;
  if (tokens.atEnd && section !== undefined) {
    const end = `{% end${section.name.replace('_global', '')} %}`;
    return syntaxError(section.place, `the section that starts here is not closed: expected ${end}`);
  }
  if (isParserError(error))
    return syntaxError(placeOfError(error) ?? tokens.lastPosition, readableMessage(error.message));
  // What is left are TypeErrors: the parser does not check whether a token or a node is there before it uses it.
  if (tokens.open.lastName === 'endcall') {
    return syntaxError(tokens.lastPosition, "'call' needs a macro with its arguments: {% call name() %}");
  }
  return syntaxError(tokens.lastPosition, 'this tag is not written as it should be');
}

interface ParserError {
  readonly message: string;
  readonly lineno?: number;
  readonly colno?: number;
}

function isParserError(error: unknown): error is ParserError {
  return error instanceof Error && !(error instanceof TypeError);
}

function placeOfError(error: ParserError): Position | undefined {
  if (error.lineno === undefined || error.colno === undefined) return undefined;
  return positionOf({ lineno: error.lineno - 1, colno: error.colno - 1 });
}

/** The parser's messages, and what replaces them: words without the parser's functions and token names. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^expected variable end$/, "expected '}}' here"],
  [/^expected block end in (\w+) statement$/, "expected '%}' here, in the tag '$1'"],
  [/^unknown block tag: (\w+)$/, "'{% $1 %}' has nothing to close or continue here"],
  [/^parseFor: variable name expected.*$/, "'for' needs a name: {% for item in list %}"],
  [/^parseFor: expected "in".*$/, "expected 'in': {% for item in list %}"],
  [/^parseIf: expected elif, else, or endif.*$/, '{% if %} is not closed: expected {% endif %}'],
  [/^parseBlock: expected endblock.*$/, '{% block %} is not closed: expected {% endblock %}'],
  [/^parseSet: expected = .*$/, "'set' needs a name and '=': {% set name = value %}"],
  [/^parseAggregate: expected comma.*$/, "expected ',' or a closing bracket"],
  [/^parseAggregate: expected colon.*$/, "expected ':' between key and value"],
  [/^parseSignature: expected comma.*$/, "expected ',' or ')' after the argument"],
  [/^parseImport: expected "as".*$/, '\'import\' needs a name: {% import "file" as name %}'],
  [/^expected name as lookup value, got .*$/, "expected a name after '.'"],
  [/^expected expression, got end of file$/, 'the template ends where a value is expected'],
  [/^unexpected end of file$/, 'the template ends too early'],
  [/^unexpected end of comment$/, "'#}' closes no comment: expected '{#' before it"],
  [/^expected end of comment, got end of file$/, 'a comment is not closed: expected #}'],
  [/^invalid index$/, 'an index in [ ] is one value, or a part of a list: [from:to]'],
  [/^unexpected token: (.*)$/s, "'$1' is not expected here"],
  [/^parse\w+: (.*)$/s, '$1'],
];

/** All tags, for suggestions. */
const TAG_NAMES = words(`
  if elif elseif else for set set_global block extends include import from macro call filter switch raw
  verbatim break continue endif endfor endset endblock endmacro endcall endfilter endswitch endraw
  endverbatim
`);

function readableMessage(message: string): string {
  const [, unknown] = /^unknown block tag: (\w+)$/.exec(message) ?? [];
  if (unknown !== undefined && !TAG_NAMES.includes(unknown)) {
    return `unknown tag '${unknown}'${suggestion(unknown, TAG_NAMES)}`;
  }
  for (const [pattern, replacement] of MESSAGES) {
    if (pattern.test(message)) return message.replace(pattern, replacement);
  }
  return message;
}
