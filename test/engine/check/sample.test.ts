import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SampleHttp } from '../../../src/engine/check/dry-run.ts';
import { loadSample, parseSample } from '../../../src/engine/check/sample.ts';
import type { FetchRequest } from '../../../src/screens/fetch/request.ts';
import { tempTree } from '../../support/files/temp-tree.ts';

function request(method: string, url: string): FetchRequest {
  const more = { timeoutMs: 1000, followRedirects: true, maxRedirects: 5, cacheTtlSeconds: 0 };
  return { method, url, headers: [], body: null, ...more };
}

function problems(text: string): string[] {
  const parsed = parseSample(text);
  assert.ok(!parsed.ok, 'is accepted');
  return parsed.error.map(({ line, message }) => `${line}: ${message}`);
}

describe('parseSample', () => {
  it('reads params, device, answers and data', () => {
    const parsed = parseSample(
      'params: { station: Bern }\ndevice: { rssi: -70 }\ndata: { rows: [1, null] }\nhttp:\n' +
        '  - { url: "https://a.example/", json: { x: [1] } }\n' +
        '  - { url: "https://b.example/", method: post, status: 503, headers: { X-A: 1 }, body: " busy\\n" }\n' +
        '  - { url: "https://c.example/", file: c.bin }\n',
    );
    assert.ok(parsed.ok, JSON.stringify(parsed));
    const { params, device, data, http, warnings } = parsed.value;
    assert.deepEqual([params, device, data], [{ station: 'Bern' }, { rssi: -70 }, { rows: [1, null] }]);
    assert.deepEqual(http, [
      {
        url: 'https://a.example/',
        method: null,
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { text: '{"x":[1]}' },
      },
      {
        url: 'https://b.example/',
        method: 'POST',
        status: 503,
        headers: { 'x-a': '1' },
        body: { text: ' busy\n' },
      },
      { url: 'https://c.example/', method: null, status: 200, headers: {}, body: { file: 'c.bin' } },
    ]);
    assert.deepEqual(warnings, []);
  });

  it('reads JSON, which is YAML', () => {
    const parsed = parseSample('{"params": {"a": 1},\n "http": []}');
    assert.ok(parsed.ok && parsed.value.data === undefined);
    assert.deepEqual(parsed.value.params, { a: 1 });
  });

  it('names all that is wrong, with its place', () => {
    const found = problems(
      'params: 1\nhttp:\n  - 5\n  - { status: 200 }\n  - { url: x, status: 99, body: a, file: b }\n',
    );
    for (const expected of [
      /^1: .*params/,
      /^3: http\[0\]/,
      /^4: http\[1\]: expected a `url`/,
      /^5: .*status/,
      /^5: .*one of body, file/,
    ]) {
      assert.ok(
        found.some((line) => expected.test(line)),
        `${expected}\n${found.join('\n')}`,
      );
    }
    assert.match(problems('- a')[0] ?? '', /expected a map with params, device, http, data/);
    assert.match(problems('a: [')[0] ?? '', /^1: /);
  });

  it('warns of keys that nobody knows', () => {
    const parsed = parseSample('parms: {}\n');
    assert.ok(parsed.ok);
    assert.match(parsed.value.warnings[0]?.message ?? '', /did you mean `params`/);
  });
});

describe('loadSample', () => {
  it('finds the sample of both shapes, and does without', (t) => {
    const root = tempTree(t, {
      'a/sample.yaml': 'params: { from: folder }',
      'b.sample.json': '{"params": {"from": "flat"}}',
      'bad.sample.yaml': '- 1',
    });
    const fileOf = (script: string): string | null | undefined => {
      const loaded = loadSample([root], script);
      return loaded.ok ? loaded.value.file : `${loaded.error.file}!`;
    };
    assert.equal(fileOf('a/script.lua'), 'a/sample.yaml');
    assert.equal(fileOf('b.lua'), 'b.sample.json');
    assert.equal(fileOf('none.lua'), null);
    assert.equal(fileOf('bad.lua'), 'bad.sample.yaml!');
  });
});

describe('SampleHttp', () => {
  it('gives the first answer that fits, and refuses what none fits', async (t) => {
    const root = tempTree(t, { 'home/c.bin': 'bytes', 'secret.txt': 'no' });
    const parsed = parseSample(
      'http:\n  - { url: "https://a/x", method: POST, body: posted }\n  - { url: "https://a/", body: any }\n' +
        '  - { url: "https://c/", file: c.bin }\n  - { url: "https://d/", file: ../secret.txt }\n',
    );
    assert.ok(parsed.ok);
    const http = new SampleHttp(parsed.value.http, { roots: [root], dir: 'home' });
    const body = async (method: string, url: string): Promise<string> => {
      const answer = await http.fetch(request(method, url));
      return answer.ok ? Buffer.from(answer.body).toString() : answer.error;
    };
    assert.equal(await body('POST', 'https://a/x?q=1'), 'posted');
    assert.equal(await body('GET', 'https://a/x?q=1'), 'any');
    assert.equal(await body('GET', 'https://c/'), 'bytes');
    assert.match(await body('GET', 'https://d/'), /"\.\.\/secret\.txt": expected a path inside/);
    assert.match(
      await body('GET', 'https://e/p?key=s3cret'),
      /^GET https:\/\/e\/p: there is no network in a check$/,
    );
    assert.deepEqual([...http.refused], ['GET https://e/p']);
  });
});
