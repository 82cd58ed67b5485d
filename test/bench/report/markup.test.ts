import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { markup } from '../../../src/bench/report/markup.ts';

describe('markup', () => {
  it('escapes texts, in elements and in attributes', () => {
    const hostile = `<b onclick='x'>"&`;
    assert.equal(
      markup`<p title="${hostile}">${hostile}</p>`.source,
      '<p title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</p>',
    );
  });

  it('keeps markup, joins lists, leaves out null, and rounds numbers', () => {
    const items = ['a', 'b'].map((name) => markup`<li>${name}</li>`);
    assert.equal(
      markup`<ul>${items}${null}</ul>${1.005e1}${2 / 3}`.source,
      '<ul><li>a</li><li>b</li></ul>10.050.67',
    );
  });

  it('drops characters that turn the direction of text, and those that are no text', () => {
    assert.equal(markup`${'a\u202eb\u2066c\u0000d\u0085e\ud800f'}`.source, 'abcdef');
  });

  it('is well formed with any text in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parser = new SaxesParser({});
        let read = '';
        parser.on('error', (error) => {
          throw error;
        });
        parser.on('text', (piece) => {
          read += piece;
        });
        parser.write(markup`<p title="${text}">${text}</p>`.source).close();
        if (/^[\x20-\x7e]*$/.test(text)) assert.equal(read, text);
      }),
    );
  });
});
