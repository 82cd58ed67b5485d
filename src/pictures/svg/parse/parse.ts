/** Parses strict XML into the SVG tree, without what is not drawn: scripts, metadata, animation, foreign markup. */
import { SaxesParser } from 'saxes';
import { LIMITS } from '../../../platform/base/limits.ts';
import { wordSet } from '../../../platform/base/words.ts';
import { failAt, SvgSignal } from '../document/svg-failure.ts';
import type { StyleSource, SvgDocument, SvgElement, UndrawnElement } from '../document/tree.ts';
import { lineAndColumn, TEXT_ELEMENTS } from '../document/tree.ts';
import { declaredEntities } from './doctype.ts';
import { NamespaceScopes, SVG_NAMESPACE, XLINK_NAMESPACE } from './namespaces.ts';
import { Occurrences } from './occurrences.ts';
import { explainXml } from './xml-problems.ts';

/** Elements of an SVG as it is written. */
export const SVG_ELEMENTS = 100_000;
/** Nesting of elements: editors stay below 30; deeper trees are made to exhaust a stack. */
export const SVG_DEPTH = 200;

/** Elements without a meaning in a still picture. They are left out with their content. */
const IGNORED = wordSet(`
  script metadata title desc foreignObject iframe audio video canvas animate animateColor
  animateMotion animateTransform set handler listener font font-face glyph missing-glyph hkern vkern
  cursor color-profile
`);

/** resvg's time grows with the square of their number, and SVG does not even define as many. */
const MAX_ATTRIBUTES = 256;

/** Characters of the shortest attribute, with the space before it. */
const SHORTEST_ATTRIBUTE = ' a=""'.length;

/** The "line:column: " in front of the parser's messages. */
const PARSER_PLACE = /^\d+:\d+: /;

/**
 * Parse an SVG.
 * @throws {SvgSignal} `svg_invalid` with line and column, or `svg_limit`
 */
export function parseSvg(source: string, name: string): SvgDocument {
  // Converted to bytes and back: a string that a template concatenated is read only at half the speed, and lone
  // surrogates, which XML does not allow, become U+FFFD.
  const bytes = Buffer.from(source);
  if (bytes.length > LIMITS.svgBytes) {
    throw new SvgSignal({
      code: 'svg_limit',
      file: name,
      message: `the SVG has ${bytes.length} bytes; at most ${LIMITS.svgBytes} are accepted`,
    });
  }
  return new TreeBuilder(bytes.toString('utf8'), name).build();
}

class TreeBuilder {
  readonly #source: string;
  readonly #name: string;
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #namespaces = new NamespaceScopes();
  readonly #colons: Occurrences;
  readonly #declarations: Occurrences;
  /** Elements that are left out, but that selectors may count among the children of another. */
  readonly #left: SvgElement[] = [];
  readonly #undrawn = new Map<string, UndrawnElement>();
  readonly #hasStyle: boolean;
  readonly #styles: StyleSource[] = [];
  #root: SvgElement | null = null;
  #current: SvgElement | null = null;
  #elements = 0;
  #depth = 0;
  /** Depth of the ignored element that the parser is in; 0 outside. */
  #ignoredFrom = 0;
  #textDepth = 0;
  #tagStart = 0;
  /** Whether the attributes of the tag can be taken as they are. */
  #isPlain = true;
  /** Offsets of the open tags, outermost first. */
  readonly #openTags: number[] = [];
  /** Offset of the tag that was closed last. */
  #closedTag = 0;
  #textStart = 0;
  #style: { text: string; start: number } | null = null;

  constructor(source: string, name: string) {
    this.#source = source;
    this.#name = name;
    this.#colons = new Occurrences(source, ':');
    this.#declarations = new Occurrences(source, 'xmlns');
    this.#hasStyle = source.includes('<style') || source.includes(':style');
  }

  build(): SvgDocument {
    const parser = this.#parser;
    // Each handler adds a property to the parser. With more than a handful, V8 turns it into a hash table, and parsing
    // takes three times as long. So only the handlers that the source needs are set.
    parser.on('error', (error) => this.#failHere(error.message.replace(PARSER_PLACE, '')));
    parser.on('opentag', (tag) => this.#open(tag.name, tag.attributes));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    if (this.#source.includes('<![CDATA[')) parser.on('cdata', (text) => this.#text(text));
    if (this.#source.includes('<!DOCTYPE')) parser.on('doctype', (text) => this.#readDoctype(text));
    parser.ENTITIES = predefinedEntities();
    parser.write(this.#source).close();
    if (this.#root === null) return this.#failHere('document must contain a root element');
    return {
      name: this.#name,
      source: this.#source,
      root: this.#root,
      elementCount: this.#elements,
      styles: this.#styles,
      left: this.#left,
      undrawn: [...this.#undrawn.values()],
    };
  }

  #readDoctype(text: string): void {
    const declared = declaredEntities(text, this.#source);
    if (!declared.ok) throw failAt(this.#document(), 0, 'svg_invalid', declared.error);
    Object.assign(this.#parser.ENTITIES, declared.value);
  }

  #open(fullName: string, raw: Record<string, string>): void {
    // There is no other `<` in a well-formed tag.
    this.#tagStart = this.#source.lastIndexOf('<', this.#parser.position - 1);
    this.#openTags.push(this.#tagStart);
    this.#depth += 1;
    if (this.#depth > SVG_DEPTH) this.#limit(`elements are nested more than ${SVG_DEPTH} deep`);
    if (this.#ignoredFrom !== 0) return;
    this.#isPlain = this.#isPlainTag();
    if (!this.#isPlain) this.#namespaces.open(this.#depth, raw);
    const name = this.#localName(fullName);
    if (name === null || IGNORED.has(name)) {
      this.#ignoredFrom = this.#depth;
      if (name !== null) this.#noteUndrawn(name);
      this.#leaveOut(name ?? fullName, raw);
      return;
    }
    if (name === 'tref') {
      this.#failAtTag('<tref> is not drawn: it is no part of SVG 2; write the text in its place');
    }
    if (this.#root === null && name !== 'svg') {
      this.#failAtTag(`the first element is <${name}>; <svg> is expected`);
    }
    this.#elements += 1;
    if (this.#elements > SVG_ELEMENTS) this.#limit(`there are more than ${SVG_ELEMENTS} elements`);
    if (name === 'style') {
      this.#openStyle(raw);
      this.#leaveOut(name, raw);
      return;
    }
    if (TEXT_ELEMENTS.has(name)) this.#textDepth += 1;
    this.#append(this.#element(name, raw));
    this.#textStart = this.#parser.position;
  }

  /** True for a tag without prefixes and declarations, and with few attributes: most tags, which need no closer look. */
  #isPlainTag(): boolean {
    const [start, end] = [this.#tagStart, this.#parser.position];
    if (end - start > MAX_ATTRIBUTES * SHORTEST_ATTRIBUTE) return false;
    return !this.#colons.isWithin(start, end) && !this.#declarations.isWithin(start, end);
  }

  #element(name: string, raw: Record<string, string>): SvgElement {
    if (!this.#isPlain) this.#cleanAttributes(raw);
    return {
      kind: 'element',
      name,
      attributes: raw,
      children: [],
      parent: this.#current,
      start: this.#tagStart,
      end: this.#source.length,
      styleOnly: null,
    };
  }

  #leaveOut(name: string, raw: Record<string, string>): void {
    if (!this.#hasStyle || this.#current === null) return;
    const element = this.#element(name, raw);
    this.#current.children.push(element);
    this.#left.push(element);
  }

  #noteUndrawn(name: string): void {
    const parent = this.#current;
    // The other children of a <switch> are drawn in its place.
    const key = parent?.name === 'switch' ? `switch ${name}` : name;
    if (!this.#undrawn.has(key)) this.#undrawn.set(key, { name, parent, start: this.#tagStart });
  }

  #append(element: SvgElement): void {
    if (this.#current === null) this.#root = element;
    else this.#current.children.push(element);
    this.#current = element;
  }

  /** A sheet in another language or for another medium, such as print, is ignored together with its text. */
  #openStyle(raw: Record<string, string>): void {
    const media = raw['media']?.trim().toLowerCase() ?? '';
    const isCss = /^(?:\s*|\s*text\/css\s*(?:;.*)?)$/i.test(raw['type'] ?? '');
    if (isCss && (media === '' || media === 'all' || media === 'screen'))
      this.#style = { text: '', start: this.#tagStart };
    else this.#ignoredFrom = this.#depth;
  }

  #close(): void {
    this.#namespaces.close(this.#depth);
    this.#depth -= 1;
    this.#closedTag = this.#openTags.pop() ?? 0;
    this.#textStart = this.#parser.position;
    if (this.#ignoredFrom !== 0) {
      if (this.#depth < this.#ignoredFrom) this.#ignoredFrom = 0;
      return;
    }
    if (this.#style !== null) {
      this.#styles.push(this.#style);
      this.#style = null;
      return;
    }
    const element = this.#current;
    if (element === null) return;
    element.end = this.#parser.position;
    if (TEXT_ELEMENTS.has(element.name)) this.#textDepth -= 1;
    this.#current = element.parent;
  }

  #text(text: string): void {
    if (this.#ignoredFrom !== 0) return;
    if (this.#style !== null) {
      this.#style.text += text;
      return;
    }
    if (this.#textDepth === 0 || this.#current === null) return;
    const last = this.#current.children.at(-1);
    if (last?.kind === 'text') last.text += text;
    else this.#current.children.push({ kind: 'text', text, start: this.#textStart });
  }

  /** The name without its prefix; null for an element of another namespace. */
  #localName(fullName: string): string | null {
    const colon = fullName.indexOf(':');
    const prefix = colon === -1 ? '' : fullName.slice(0, colon);
    return this.#namespaces.get(prefix) === SVG_NAMESPACE ? fullName.slice(colon + 1) : null;
  }

  /** Remove prefixes and declarations, with the attributes of other namespaces. */
  #cleanAttributes(raw: Record<string, string>): void {
    let count = 0;
    for (const key in raw) {
      count += 1;
      if (count > MAX_ATTRIBUTES) this.#limit(`an element has more than ${MAX_ATTRIBUTES} attributes`);
      if (key === 'xmlns') delete raw[key];
      const colon = key.indexOf(':');
      if (colon === -1 || key.startsWith('xml:')) continue;
      const namespace = this.#namespaces.get(key.slice(0, colon));
      const local = key.slice(colon + 1);
      const kept = namespace === SVG_NAMESPACE || (namespace === XLINK_NAMESPACE && local === 'href');
      if (kept && !Object.hasOwn(raw, local)) raw[local] = raw[key] ?? '';
      delete raw[key];
    }
  }

  #document(): Pick<SvgDocument, 'name' | 'source'> {
    return { name: this.#name, source: this.#source };
  }

  /** @param sentence  the parser's message */
  #failHere(sentence: string): never {
    // The parser is one character behind the one that it could not accept.
    const offset = Math.max(0, this.#parser.position - 1);
    // It removes an element from its stack before it notices that the closing tag has another name.
    const open = sentence.includes('close tag') ? [...this.#openTags, this.#closedTag] : this.#openTags;
    const stop = { source: this.#source, offset, sentence: trimDot(sentence), open };
    const problem = explainXml(stop);
    throw failAt(this.#document(), problem.offset, 'svg_invalid', problem.message);
  }

  #failAtTag(message: string): never {
    throw failAt(this.#document(), this.#tagStart, 'svg_invalid', message);
  }

  #limit(message: string): never {
    const { line, column } = lineAndColumn(this.#source, this.#tagStart);
    throw new SvgSignal({ code: 'svg_limit', message, file: this.#name, line, column });
  }
}

function trimDot(sentence: string): string {
  return sentence.endsWith('.') ? sentence.slice(0, -1) : sentence;
}

/** An object without a prototype, so that `&constructor;` is as unknown as any other name. */
function predefinedEntities(): Record<string, string> {
  return Object.assign(Object.create(null), { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" });
}
