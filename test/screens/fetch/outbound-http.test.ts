import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { VERSION } from '../../../src/platform/base/version.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { until } from '../../support/waiting.ts';
import { get, good, problem, text } from './fetch-request.ts';

const LOCAL = { allowPrivateNetwork: true, screenRef: 'local/a' };
const HELLO = 'hello '.repeat(1000);
const MAX_BYTES = 100_000;

let server: LocalServer;
let other: LocalServer;
let http: OutboundHttp;

/** Host names of the tests and their addresses. */
const lookup: LookupAll = (hostname, callback) => {
  const addresses: Record<string, string[]> = {
    'local.test': ['127.0.0.1'],
    'mixed.test': ['169.254.169.254', '127.0.0.1'],
    'metadata.test': ['169.254.169.254'],
    'empty.test': [],
  };
  const found = addresses[hostname];
  if (found === undefined) callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  else
    callback(
      null,
      found.map((address) => ({ address, family: 4 })),
    );
};

before(async () => {
  server = await startLocalServer();
  other = await startLocalServer();
  http = new OutboundHttp({ lookup, maxResponseBytes: MAX_BYTES });
});
after(async () => {
  await http.stop();
  await server.stop();
  await other.stop();
});

function fetchPath(path: string, more: Partial<FetchRequest> = {}): Promise<FetchAnswer> {
  return http.fetch(get(`${server.url}${path}`, more), LOCAL);
}

interface Echo {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

async function echo(path: string, more: Partial<FetchRequest> = {}): Promise<Echo> {
  return JSON.parse(text(await fetchPath(path, more))) as Echo;
}

describe('an answer', () => {
  it('has status, headers, body and final URL, and survives a thread boundary', async () => {
    const answer = good(await fetchPath('/text?q=1'));
    assert.deepEqual([answer.status, answer.headers['x-one'], answer.fromCache], [200, 'a, b', false]);
    assert.equal(answer.finalUrl, `${server.url}/text?q=1`);
    assert.equal(answer.body.buffer.byteLength, 4);
    assert.deepEqual(structuredClone(answer).body, answer.body);
  });

  it('of status 404 is an answer too', async () => {
    const answer = good(await fetchPath('/missing'));
    assert.deepEqual([answer.status, Buffer.from(answer.body).toString()], [404, 'not here']);
  });

  it('is decoded from gzip, brotli and both kinds of deflate', async () => {
    for (const path of ['/gzip', '/x-gzip', '/br', '/deflate', '/raw-deflate', '/identity']) {
      assert.equal(text(await fetchPath(path)), HELLO, path);
    }
    assert.equal(text(await fetchPath('/empty-gzip')), '');
    assert.equal(text(await fetchPath('/gzip', { method: 'HEAD' })), '');
  });

  it('that is damaged, truncated or in an unknown encoding is an error with a message', async () => {
    const cases: [path: string, message: RegExp][] = [
      ['/cut-gzip', /the compressed answer is cut off$/],
      ['/no-gzip', /the compressed answer is damaged$/],
      ['/odd-encoding', /content encoding "zstd", which is not supported$/],
      ['/cut', /the connection was closed before the answer was complete$/],
      ['/hang-up', /the connection was closed before the answer was complete$|was reset$/],
      ['/not-http', /the answer is not HTTP$/],
    ];
    for (const [path, message] of cases) {
      const error = problem(await fetchPath(`${path}?token=secret`));
      assert.match(error, message);
      assert.ok(error.startsWith(`GET ${server.url}${path}: `), error);
    }
  });

  it('that is too large is not read further, plain or compressed', async () => {
    for (const path of ['/large', '/bomb']) {
      assert.match(problem(await fetchPath(path)), /the answer is larger than 100000 bytes$/);
    }
    assert.equal(text(await fetchPath('/text')), 'text');
  });
});

describe('a request', () => {
  it('has method, headers, body and a User-Agent', async () => {
    const sent = await echo('/echo', {
      method: 'PUT',
      headers: [['X-Test', 'ü']],
      body: Buffer.from([0, 255]),
    });
    assert.deepEqual([sent.method, sent.body, sent.headers['x-test']], ['PUT', '\0\xff', 'ü']);
    assert.equal(sent.headers['user-agent'], `Stipple/${VERSION}`);
    assert.equal(sent.headers['accept-encoding'], 'gzip, deflate, br');
    assert.equal(sent.headers['content-length'], '2');
  });

  it('reuses its connections', async () => {
    await fetchPath('/text');
    const before = server.connections();
    for (let n = 0; n < 10; n++) await fetchPath('/text');
    assert.equal(server.connections(), before);
  });

  it('ends at its timeout, wherever the server stalls', async () => {
    for (const path of ['/silent', '/drip']) {
      assert.match(problem(await fetchPath(path, { timeoutMs: 100 })), /no complete answer within 0\.1 s$/);
    }
  });

  it('ends when its signal is aborted, and does not start when it already was', async () => {
    const aborter = new AbortController();
    const waiting = http.fetch(get(`${server.url}/silent`), LOCAL, aborter.signal);
    await until(() => server.seen.includes('GET /silent'));
    aborter.abort();
    assert.match(problem(await waiting), /the request was cancelled$/);
    assert.match(problem(await http.fetch(get(`${server.url}/text`), LOCAL, aborter.signal)), /cancelled$/);
  });

  it('that cannot be sent is an error, never an exception', async () => {
    const cases: [request: FetchRequest, message: RegExp][] = [
      [get('nonsense'), /^GET "nonsense": this is no valid URL/],
      [get('file:///etc/passwd'), /^GET file:\/\/\/etc\/passwd: only http and https/],
      [get('http://x/', { headers: [['a\nb', 'c']] }), /no valid header name$/],
      [get('http://nowhere.test/'), /^GET http:\/\/nowhere\.test\/: the host name does not exist$/],
      [get('http://empty.test/'), /the host has no address$/],
      [get('http://u:pw@127.0.0.1:9/?key=1'), /^GET http:\/\/127\.0\.0\.1:9\/: the connection was refused$/],
      [get(server.url.replace('http', 'https')), /the TLS handshake failed$/],
    ];
    for (const [request, message] of cases) assert.match(problem(await http.fetch(request, LOCAL)), message);
  });
});

describe('a redirect', () => {
  it('is followed, or returned to the script', async () => {
    const followed = good(await fetchPath('/to-text'));
    assert.deepEqual([followed.status, followed.finalUrl], [200, `${server.url}/text`]);
    const kept = good(await fetchPath('/to-text', { followRedirects: false }));
    assert.deepEqual([kept.status, kept.headers['location']], [302, '/text']);
    assert.equal(good(await fetchPath('/to-nowhere')).status, 302);
  });

  it('that leads to ever more redirects is an error after the allowed number', async () => {
    server.seen.length = 0;
    assert.match(problem(await fetchPath('/loop', { maxRedirects: 3 })), /more than 3 redirects$/);
    assert.equal(server.seen.length, 4);
    assert.match(problem(await fetchPath('/to-text', { maxRedirects: 0 })), /more than 0 redirects$/);
    assert.match(problem(await fetchPath('/loop', { maxRedirects: 99 })), /more than 5 redirects$/);
  });

  it('changes POST to GET where browsers do, and keeps it for 307', async () => {
    const post = { method: 'POST', body: Buffer.from('data'), headers: [['Content-Type', 'a/b']] as const };
    for (const status of [301, 303]) {
      const sent = await echo(`/to-echo-${status}`, post);
      assert.deepEqual([sent.method, sent.body, sent.headers['content-type']], ['GET', '', undefined]);
    }
    const kept = await echo('/to-echo-307', post);
    assert.deepEqual([kept.method, kept.body, kept.headers['content-type']], ['POST', 'data', 'a/b']);
    assert.equal((await echo('/to-echo-303', { method: 'PUT', body: Buffer.from('x') })).method, 'GET');
    assert.equal((await echo('/to-echo-301', { method: 'PUT', body: Buffer.from('x') })).method, 'PUT');
  });

  it('to another origin loses credentials and keeps the rest', async () => {
    const crossing = await startLocalServer({
      '/away': (_, response) => response.writeHead(302, { location: `${other.url}/echo` }).end(),
    });
    const headers = [
      ['Authorization', 'Bearer t'],
      ['Cookie', 'c=1'],
      ['X-Test', 'kept'],
    ] as const;
    const away = JSON.parse(text(await http.fetch(get(`${crossing.url}/away`, { headers }), LOCAL))) as Echo;
    assert.deepEqual(
      [away.headers['authorization'], away.headers['cookie'], away.headers['x-test']],
      [undefined, undefined, 'kept'],
    );
    assert.equal((await echo('/to-echo-301', { headers })).headers['authorization'], 'Bearer t');
    await crossing.stop();
  });

  it('is checked by the same address guard as the first request', async () => {
    assert.match(
      problem(await fetchPath('/to-metadata')),
      /^GET http:\/\/169\.254\.169\.254\/latest: address 169\.254\.169\.254 is not allowed for screens \(link-local\)$/,
    );
    assert.match(problem(await fetchPath('/to-file')), /only http and https URLs can be fetched, not file:$/);
  });
});
