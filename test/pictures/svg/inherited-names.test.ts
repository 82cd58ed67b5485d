import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { readViewport } from '../../../src/pictures/svg/document/viewport.ts';
import { Scene } from '../../../src/pictures/svg/geometry/scene.ts';
import { rewriteValues } from '../../../src/pictures/svg/style/resvg-values.ts';
import { readLength } from '../../../src/pictures/svg/values/length.ts';
import { checkLimits } from '../../../src/pictures/svg/work/check-work.ts';
import { filterWork } from '../../../src/pictures/svg/work/filter-work.ts';
import { assertUnpolluted, INHERITED_NAMES } from '../../support/hostile/inherited-names.ts';
import { byId, parsed, styled } from '../../support/pictures/svg-documents.ts';

const FRAME = { width: 800, height: 480 };

describe('names that every JavaScript object answers to, in an SVG', () => {
  afterEach(assertUnpolluted);

  it('are steps of a filter that cost as much as other unknown ones', () => {
    const workOf = (name: string): number => {
      const document = parsed(`<filter id="f"><${name}/><feOffset/></filter>`);
      return filterWork(document, byId(document, 'f'), { scale: 1, edge: 800 }).pixelMs;
    };
    for (const name of INHERITED_NAMES) assert.equal(workOf(name), workOf('feUnknown'), name);
  });

  it('do not hide the cost of what stands beside them', () => {
    const heavy = '<feMorphology radius="49"/>'.repeat(10);
    const body = (name: string): string =>
      `<filter id="f" x="-5" y="-5" width="11" height="11"><${name}/>${heavy}</filter>` +
      '<rect width="800" height="480" filter="url(#f)"/>'.repeat(20);
    for (const name of ['feOffset', ...INHERITED_NAMES]) {
      const document = styled(body(name));
      const place = readViewport(document, FRAME);
      assert.throws(() => checkLimits(new Scene(document), place, FRAME), name);
    }
  });

  it('are no units, sizes and widths of fonts', () => {
    for (const name of INHERITED_NAMES) {
      assert.equal(readLength(`1${name}`), null, name);
      const document = styled(
        `<text id="t" font-size="${name}" font-stretch="${name}" fill="${name}">x</text>`,
      );
      const text = byId(document, 't');
      rewriteValues(text);
      assert.equal(text.attributes['font-size'], name);
    }
  });

  it('are elements, attributes, ids, classes and entities like others', () => {
    for (const name of INHERITED_NAMES) {
      const document = styled(
        `<style>[${name}] { fill: red } [${name}^="x"] { stroke: red } .${name} { opacity: 0.5 } ${name} { x: 1 }</style>` +
          `<g id="without"/><g id="with" ${name}="x" class="${name}"/><${name} id="named"/>` +
          `<g id="${name}"/><use id="use" href="#${name}"/>`,
      );
      assert.equal(byId(document, 'without').attributes['fill'], undefined, name);
      assert.equal(byId(document, 'with').attributes['fill'], 'red', name);
      assert.equal(byId(document, 'with').attributes['stroke'], 'red', name);
      assert.equal(byId(document, 'with').attributes['opacity'], '0.5', name);
      checkLimits(new Scene(document), readViewport(document, FRAME), FRAME);
    }
  });
});
