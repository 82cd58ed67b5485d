import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { escapeControls, parseLogJson } from '../../../src/fleet/calls/log-json.ts';

/** What repairs a body by its definition: every text with its escapes, and the control characters in it. */
function byDefinition(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
    text.replaceAll(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

describe('parseLogJson', () => {
  it('takes JSON as it is', () => {
    assert.deepEqual(parseLogJson('{"logs":[1,"a\\n"]}'), { logs: [1, 'a\n'] });
    assert.equal(parseLogJson('null'), null);
  });

  it('takes raw control characters in texts', () => {
    assert.deepEqual(parseLogJson('{"a":"one\ntwo\u0000\t\\"x\\""\n}'), { a: 'one\ntwo\u0000\t"x"' });
  });

  it('gives nothing for what is no JSON', () => {
    for (const text of ['', '{', '"', '"a\n', '"\\', '{"a":"\n"]'])
      assert.equal(parseLogJson(text), undefined);
  });
});

describe('escapeControls', () => {
  it('does what its definition says with texts that end', () => {
    const part = fc.constantFrom('"', '\\', '\\"', '\\\\', '\n', '\u0001', 'a', '{', ' ', 'é');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const body = parts.join('');
        const ends = (body.replaceAll(/\\[\s\S]/g, '').match(/"/g)?.length ?? 0) % 2 === 0;
        if (ends && !/^[^"]*\\/.test(body) && !body.endsWith('\\')) {
          const [ours, expected] = [escapeControls(body), byDefinition(body)];
          try {
            assert.deepEqual(JSON.parse(ours), JSON.parse(expected));
          } catch (error) {
            if (!(error instanceof SyntaxError)) throw error;
          }
        }
      }),
    );
  });
});
