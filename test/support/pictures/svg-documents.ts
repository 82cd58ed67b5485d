/** Documents for the tests of the SVG pass. */

import { SvgSignal } from '../../../src/pictures/svg/document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../../../src/pictures/svg/document/tree.ts';
import { walk } from '../../../src/pictures/svg/document/tree.ts';
import { parseSvg } from '../../../src/pictures/svg/parse/parse.ts';
import { applyStyles } from '../../../src/pictures/svg/style/cascade.ts';
import type { Result } from '../../../src/platform/base/result.ts';

/** An SVG of 800 x 480 with `body` in it. */
export function svg(body: string, attributes = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="480" ${attributes}>${body}</svg>`;
}

export function parsed(body: string, attributes = ''): SvgDocument {
  return parseSvg(svg(body, attributes), 'test.svg');
}

/** Parsed, with resolved styles. */
export function styled(body: string, attributes = ''): SvgDocument {
  const document = parsed(body, attributes);
  applyStyles(document);
  return document;
}

/** The element with this id. */
export function byId(document: SvgDocument, id: string): SvgElement {
  let found: SvgElement | null = null;
  walk(document.root, (element) => {
    if (element.attributes['id'] === id) found = element;
  });
  if (found === null) throw new Error(`no element ${id}`);
  return found;
}

/** `code line:column` of the failure that `run` signals; `none` when it does not. */
export function signalOf(run: () => unknown): string {
  try {
    run();
    return 'none';
  } catch (error) {
    if (!(error instanceof SvgSignal)) throw error;
    const { code, line, column } = error.failure;
    return `${code} ${line}:${column}`;
  }
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}
