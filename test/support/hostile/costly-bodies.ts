/** Bodies that are made to cost much, by kind of text and by size. New kinds of text get a line in `KINDS`. */
import { randomNumbers } from '../random.ts';

export type Kind = 'json' | 'yaml' | 'csv' | 'xml' | 'css' | 'url' | 'glob' | 'lua';

/** Parts of each grammar, which are repeated alone and a few together. */
const PIECES: Readonly<Record<Kind, readonly string[]>> = {
  json: ['[', '[],', '{"a":', '{},', '"\\"', '1,', '1', '"a":1,', '\\', '"日",', ' '],
  yaml: [
    '[],',
    '[',
    '{a: 1},',
    ',',
    '- ',
    '? ',
    ': ',
    '&a ',
    '*a ',
    '<<: ',
    '!x ',
    '"',
    '|\n',
    '#\n',
    'k: 1\n',
  ],
  csv: [',', ',\n', '"', '""', ';', '\t', '\r\n', 'a,b\n', '日,'],
  xml: ['<a>', '<a/>', '<', '&lt;', '&a;', '<!--', '<![CDATA[', '<a b="1" ', '<text>x</text>', '<?x '],
  css: ['a{', 'a{b:c}', '*', ',', '/*', '@media x{', ':not(', '[a=b]', 'a>', '"', '\\'],
  url: ['日', '%', 'a.', '@', ':', '/', '[', 'xn--a', '\\', '?'],
  glob: ['*', '*a', '?', '[a-', 'a', '日*', '\\*', '**/'],
  lua: ['(', 'x=1 ', 'do ', '--[[', '"', 'a.', '{', 'function(', '..', '~= ', 'if '],
};

/** Texts of a kind. @param bytes  at most, as UTF-8 */
export function costlyTexts(kind: Kind, bytes: number, seed: number, count: number): readonly string[] {
  const random = randomNumbers(seed);
  const pieces = PIECES[kind];
  const some = (): string => pieces[random(pieces.length)] ?? '';
  return Array.from({ length: count }, () => {
    const unit = some() + (random(2) === 0 ? '' : some() + some());
    return unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
  });
}
