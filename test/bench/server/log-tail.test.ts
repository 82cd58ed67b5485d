import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { LogTail } from '../../../src/bench/server/log-tail.ts';
import { REFUSED_HOST } from '../../../src/domain/host-list.ts';
import { until } from '../../support/waiting.ts';

/** What is read of a server that writes these pieces, on each of its streams. */
async function tailOf(...streams: readonly (readonly (string | Buffer)[])[]): Promise<LogTail> {
  const tail = new LogTail();
  for (const pieces of streams) {
    const stream = new PassThrough();
    tail.follow(stream);
    for (const piece of pieces) stream.write(piece);
    stream.end();
    await until(() => stream.readableEnded);
  }
  return tail;
}

const line = (fields: object): string => `${JSON.stringify(fields)}\n`;

describe('the last words of a server', () => {
  const cases: [name: string, streams: readonly (readonly string[])[], words: string][] = [
    ['are empty when it says nothing', [[], ['\n \n']], ''],
    [
      'are what the command says',
      [['warming up\n'], ['stipple: the address is in use\n']],
      'the address is in use',
    ],
    [
      'are the last error of the log, with its cause',
      [
        [
          line({ level: 'fatal', msg: 'not started', err: { message: 'no addon' } }),
          line({ level: 'info', msg: 'bye' }),
        ],
      ],
      'not started: no addon',
    ],
    [
      'are the error above a stack trace',
      [
        [
          'file.js:3\n  throw new Error();\nTypeError: x is not a function\n',
          '    at file.js:3\n\nNode.js v20\n',
        ],
      ],
      'TypeError: x is not a function',
    ],
    ['may have no end', [['stipple: half a li', 'ne']], 'half a line'],
    ['are the last line when none says why', [['one\ntwo\n']], 'two'],
  ];
  for (const [name, streams, words] of cases) {
    it(name, async () => {
      assert.equal((await tailOf(...streams)).lastWords(), words);
    });
  }

  it('are short, in one line, whatever comes', async () => {
    const tail = await tailOf(['x'.repeat(1_000_000), '\nError: ', 'y'.repeat(100_000), '\u0007\n']);
    const words = tail.lastWords();
    assert.ok(words.length <= 301 && words.startsWith('Error: yyy'), words);
  });
});

describe('hosts in the log of a server', () => {
  it('are those that scripts were not allowed to ask, each once', async () => {
    const refused = (host: unknown): string =>
      line({ level: 'warn', host, screen: 'local/a', msg: REFUSED_HOST });
    const text = [
      refused('b.test'),
      line({ level: 'warn', host: 'c.test', msg: 'something else' }),
      refused('a.test:80'),
      refused('b.test'),
      refused(7),
      `not JSON: ${REFUSED_HOST}\n`,
    ].join('');
    // In pieces that end anywhere, within a character too.
    const bytes = Buffer.from(text);
    const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, n) =>
      bytes.subarray(n * 7, n * 7 + 7),
    );
    assert.deepEqual((await tailOf(pieces)).refusedHosts(), ['b.test', 'a.test:80']);
  });
});
