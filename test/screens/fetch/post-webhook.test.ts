import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PostOutcome, postWebhook } from '../../../src/screens/fetch/post-webhook.ts';
import { startReceiver } from '../../support/alerts/receiver.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';

const CALL = { id: 'one', body: '{"text":"ü"}', nowMs: 1_771_664_400_123 };

function post(url: string, more: Partial<Parameters<typeof postWebhook>[2]> = {}): Promise<PostOutcome> {
  const { signal } = new AbortController();
  const access = { url, secret: null, headers: [] };
  return postWebhook(access, CALL, { timeoutMs: 20_000, version: '1.2.3', signal, ...more });
}

describe('a call of a webhook', () => {
  let server: LocalServer;
  before(async () => {
    server = await startLocalServer({
      '/endless': (_, response) => {
        const write = (): void => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', write);
        response.on('error', () => {});
        write();
      },
    });
  });
  after(() => server.stop());

  it('has its own headers and those of the config, and no signature without a secret', async (t) => {
    const receiver = await startReceiver(t);
    const { signal } = new AbortController();
    const headers = [
      ['Title', 'Displays'],
      ['User-Agent', 'mine'],
    ] as const;
    const options = { timeoutMs: 20_000, version: '1.2.3', signal };
    const outcome = await postWebhook({ url: receiver.url, secret: null, headers }, CALL, options);
    assert.deepEqual([outcome.status, outcome.problem], [204, null]);
    const [call] = receiver.calls;
    assert.equal(call?.headers['title'], 'Displays');
    assert.equal(call?.headers['user-agent'], 'mine');
    assert.equal(call?.headers['x-stipple-delivery'], 'one');
    assert.equal(call?.headers['x-stipple-timestamp'], '1771664400');
    assert.equal(call?.headers['x-stipple-signature-256'], undefined);
    assert.deepEqual(call?.body, { text: 'ü' });
  });

  it('is done with the status, however long the answer is', async () => {
    assert.deepEqual((await post(`${server.url}/endless`)).problem, null);
    assert.deepEqual((await post(`${server.url}/drip`)).status, 200);
  });

  it('fails with a reason: no answer, no HTTP, a cut connection, another status, a redirect', async () => {
    const before = server.seen.length;
    assert.match(
      (await post(`${server.url}/silent`, { timeoutMs: 200 })).problem ?? '',
      /^no answer within 0\.2 s$/,
    );
    assert.equal((await post(`${server.url}/hang-up`)).status, null);
    assert.match((await post(`${server.url}/not-http`)).problem ?? '', /not HTTP|request failed/);
    assert.match((await post(`${server.url}/missing`)).problem ?? '', /^the answer has status 404$/);
    assert.match(
      (await post(`${server.url}/to-text`)).problem ?? '',
      /status 302, and redirects are not followed/,
    );
    assert.deepEqual(
      server.seen.slice(before).map((line) => line.split(' ')[1]),
      ['/silent', '/hang-up', '/not-http', '/missing', '/to-text'],
    );
  });

  it('reaches private addresses, and never those of a link or of a cloud', async () => {
    for (const host of ['169.254.169.254', '[fe80::1]', '100.100.100.200', '0.0.0.0']) {
      assert.match((await post(`http://${host}/`)).problem ?? '', /is not allowed for webhooks/, host);
    }
    const lookup = (
      _host: string,
      found: (error: null, addresses: { address: string; family: number }[]) => void,
    ) => found(null, [{ address: '169.254.169.254', family: 4 }]);
    const { problem } = await post('http://rebound.example/', { lookup });
    assert.match(problem ?? '', /address 169\.254\.169\.254 is not allowed/);
  });

  it('ends when it is told to', async () => {
    const controller = new AbortController();
    const posted = post(`${server.url}/silent`, { signal: controller.signal });
    controller.abort();
    assert.equal((await posted).status, null);
  });
});
