/** Renders templates for tests. */
import assert from 'node:assert/strict';
import type { Failure } from '../../../src/platform/base/failure.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { err, ok, type Result } from '../../../src/platform/base/result.ts';
import { type Rendered, TemplateEngine } from '../../../src/screens/template/engine.ts';

const engine = new TemplateEngine();

/** Render `source` as `screen.svg`, with other files beside it. */
export function render(
  source: string,
  data: PlainObject = {},
  files: Readonly<Record<string, string>> = {},
): Result<string> {
  const result = renderAll(source, data, files);
  return result.ok ? ok(result.value.text) : result;
}

/** Render `source`, with origins and warnings. */
export function renderAll(
  source: string,
  data: PlainObject = {},
  files: Readonly<Record<string, string>> = {},
): Result<Rendered> {
  return engine.render({
    name: 'screen.svg',
    source,
    context: { data, device: { name: 'Hall' }, params: {}, layout: { width: 800, height: 480 } },
    load: (name) => {
      const known = new Map([['screen.svg', source], ...Object.entries(files)]).get(name);
      if (known !== undefined) return ok({ name, source: known });
      const message = `there is no file '${name}' in this screen`;
      return err({ code: 'asset_missing', message });
    },
  });
}

/** The output of a template that must render. */
export function output(source: string, data?: PlainObject, files?: Readonly<Record<string, string>>): string {
  const result = render(source, data, files);
  assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error));
  return result.value;
}

/** The failure of a template that must not render. */
export function failure(
  source: string,
  data?: PlainObject,
  files?: Readonly<Record<string, string>>,
): Failure {
  const result = render(source, data, files);
  assert.ok(!result.ok, result.ok ? `rendered: ${result.value.slice(0, 200)}` : '');
  return result.error;
}

/** Place of a failure as `line:column`. */
export function placeOf({ line, column }: Failure): string {
  return `${line}:${column}`;
}
