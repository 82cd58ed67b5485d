/** The address guard, with real connections. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { get, problem, text } from './fetch-request.ts';

const PRIVATE = { allowPrivateNetwork: true, screenRef: 'local/a' };
const PUBLIC = { allowPrivateNetwork: false, screenRef: 'repo/a' };

describe('the address guard', () => {
  let server: LocalServer;
  let port: string;
  const asked: string[] = [];
  const answers = new Map<string, string[][]>();
  /** Returns the answers for a name one after the other, then always the last one. */
  const lookup: LookupAll = (hostname, callback) => {
    asked.push(hostname);
    const list = answers.get(hostname) ?? [[]];
    const addresses = (list.length > 1 ? list.shift() : list[0]) ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  let http: OutboundHttp;
  before(async () => {
    server = await startLocalServer();
    port = new URL(server.url).port;
    http = new OutboundHttp({ lookup });
  });
  after(async () => {
    await http.stop();
    await server.stop();
  });

  it('lets no screen without permission connect to this machine, in any notation of the address', async () => {
    const hosts = [
      ...['127.0.0.1', '2130706433', '0x7f000001', '0177.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'],
      ...['[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[::127.0.0.1]'],
    ];
    const connections = server.connections();
    for (const host of hosts) {
      const error = problem(await http.fetch(get(`http://${host}:${port}/text`), PUBLIC));
      assert.match(
        error,
        /is not allowed for screens unless allow_private_network is set \(loopback\)$/,
        host,
      );
    }
    assert.equal(server.connections(), connections);
  });

  it('lets no screen connect to link-local and metadata addresses', async () => {
    const hosts = [
      ...['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]', '[fe80::1]'],
      ...[
        '[fd00:ec2::254]',
        '100.100.100.200',
        '0.0.0.0',
        '255.255.255.255',
        '224.0.0.1',
        '[ff02::1]',
        '[::]',
      ],
    ];
    for (const host of hosts) {
      assert.match(
        problem(await http.fetch(get(`http://${host}/`), PRIVATE)),
        /is not allowed for screens \(/,
        host,
      );
    }
  });

  it('checks what a name resolves to', async () => {
    answers.set('inside.test', [['127.0.0.1']]);
    answers.set('meta.test', [['169.254.169.254']]);
    assert.match(problem(await http.fetch(get(`http://inside.test:${port}/text`), PUBLIC)), /loopback/);
    assert.match(problem(await http.fetch(get(`http://meta.test:${port}/text`), PRIVATE)), /link-local/);
    assert.equal(text(await http.fetch(get(`http://inside.test:${port}/text`), PRIVATE)), 'text');
  });

  it('connects to an allowed address when a name has both kinds', async () => {
    answers.set('mixed.test', [['169.254.169.254', '127.0.0.1']]);
    assert.equal(text(await http.fetch(get(`http://mixed.test:${port}/text`), PRIVATE)), 'text');
  });

  it('connects to the address that was checked, also when the name resolves to another one later', async () => {
    answers.set('rebind.test', [['1.1.1.1', '127.0.0.1'], ['127.0.0.1']]);
    asked.length = 0;
    const connections = server.connections();
    const first = problem(
      await http.fetch(get(`http://rebind.test:${port}/text`, { timeoutMs: 300 }), PUBLIC),
    );
    assert.doesNotMatch(first, /loopback/);
    assert.match(problem(await http.fetch(get(`http://rebind.test:${port}/text`), PUBLIC)), /loopback/);
    assert.equal(server.connections(), connections);
    assert.deepEqual(asked, ['rebind.test', 'rebind.test']);
  });

  it('does not reuse a connection of a screen with permission for one without', async () => {
    answers.set('shared.test', [['127.0.0.1']]);
    const url = `http://shared.test:${port}/text`;
    assert.equal(text(await http.fetch(get(url, { cacheTtlSeconds: 60 }), PRIVATE)), 'text');
    const refused = http.fetch(get(url, { cacheTtlSeconds: 60 }), {
      ...PUBLIC,
      screenRef: PRIVATE.screenRef,
    });
    assert.match(problem(await refused), /loopback/);
  });
});
