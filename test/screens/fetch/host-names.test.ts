import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseHostList } from '../../../src/domain/host-list.ts';
import { OTHERS } from '../../../src/platform/base/bounded-names.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { HostNames, METRIC_HOSTS, METRIC_HOSTS_PER_SCREEN } from '../../../src/screens/fetch/host-names.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';
import { get, problem, text } from './fetch-request.ts';

function nameOf(names: HostNames, url: string, screen = 'local/a', secrets: readonly string[] = []): string {
  return names.of(new URL(url), screen, secrets);
}

describe('the name of a host', () => {
  it('is the host with its port, without anything else of the address', () => {
    const names = new HostNames();
    assert.equal(nameOf(names, 'https://user:pass@API.Example/path?key=1'), 'api.example');
    assert.equal(nameOf(names, 'http://home_server.lan:8123/'), 'home_server.lan:8123');
    assert.equal(nameOf(names, 'http://[::1]:80/'), '[::1]');
    assert.equal(nameOf(names, 'http://bücher.example/'), 'xn--bcher-kva.example');
  });

  it('holds no characters that no host has, and no secret', () => {
    const names = new HostNames();
    for (const host of ["a',b", 'a"b', 'a{b}', 'a,b', 'x'.repeat(300)]) {
      const url = `http://${host}/`;
      if (URL.canParse(url)) assert.equal(nameOf(names, url), OTHERS, host);
    }
    assert.equal(nameOf(names, 'http://tok3n.hooks.example/', 'local/a', ['tok3n']), OTHERS);
  });

  it('is kept for few hosts of a screen, so that one screen does not take the names of all', () => {
    const names = new HostNames();
    const asked = Array.from({ length: 500 }, (_, n) => nameOf(names, `http://h${n}.example/`, 'evil/many'));
    assert.equal(asked.filter((name) => name !== OTHERS).length, METRIC_HOSTS_PER_SCREEN);
    assert.equal(nameOf(names, 'http://api.example/', 'local/good'), 'api.example');
  });

  it('is kept for so many hosts in all, whatever screens ask', () => {
    const names = new HostNames();
    const asked = Array.from({ length: 5_000 }, (_, n) =>
      nameOf(names, `http://h${n}.example/`, `evil/${n}`),
    );
    assert.equal(asked.filter((name) => name !== OTHERS).length, METRIC_HOSTS);
  });
});

const POLICY = { allowPrivateNetwork: true, screenRef: 'local/a' };

describe('SCREEN_HTTP_HOSTS', () => {
  let server: LocalServer;
  let other: LocalServer;
  let port: string;
  const opened: OutboundHttp[] = [];
  const told: string[] = [];
  const loopback: LookupAll = (_, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

  function openHttp(list: string | null): OutboundHttp {
    told.length = 0;
    const http = new OutboundHttp({
      lookup: loopback,
      hosts: list === null ? null : parseHostList(list),
      onRefusedHost: (host, screen) => told.push(`${screen} ${host}`),
    });
    opened.push(http);
    return http;
  }

  before(async () => {
    other = await startLocalServer();
    server = await startLocalServer({
      '/away': (_, response) => response.writeHead(302, { location: `http://away.test/text` }).end(),
      '/near': (_, response) =>
        response.writeHead(302, { location: `http://near.test:${new URL(other.url).port}/text` }).end(),
    });
    port = new URL(server.url).port;
  });
  after(async () => {
    await Promise.all(opened.map((http) => http.stop()));
    await Promise.all([server.stop(), other.stop()]);
  });

  it('lets scripts ask everybody while there is no list', async () => {
    const http = openHttp(null);
    assert.equal(text(await http.fetch(get(`http://any.test:${port}/text`), POLICY)), 'text');
    assert.deepEqual(told, []);
  });

  it('lets scripts ask the hosts on it, however a script writes them', async () => {
    const http = openHttp('near.test, 127.0.0.1');
    for (const host of ['near.test', 'NEAR.test', 'near.test.', '127.0.0.1', '0x7f.1']) {
      assert.equal(text(await http.fetch(get(`http://${host}:${port}/text`), POLICY)), 'text', host);
    }
  });

  it('keeps them from all others before a connection is made, with a sentence, and tells once of each', async () => {
    const http = openHttp('near.test:1');
    const connections = server.connections();
    for (let round = 0; round < 2; round++) {
      for (const host of ['near.test', 'far.test', '127.0.0.1', '[::1]']) {
        const error = problem(await http.fetch(get(`http://u:pw@${host}:${port}/text?key=1`), POLICY));
        assert.equal(
          error,
          `GET http://${host}:${port}/text: ${host}:${port} is not one of the hosts that SCREEN_HTTP_HOSTS allows`,
        );
      }
    }
    assert.equal(server.connections(), connections);
    assert.deepEqual(
      told,
      ['near.test', 'far.test', '127.0.0.1', '[::1]'].map((host) => `local/a ${host}:${port}`),
    );
  });

  it('holds for redirects, too', async () => {
    const http = openHttp(`127.0.0.1, near.test`);
    assert.equal(text(await http.fetch(get(`${server.url}/near`), POLICY)), 'text');
    const refused = http.fetch(get(`${server.url}/away`, { cacheTtlSeconds: 60 }), POLICY);
    assert.equal(
      problem(await refused),
      'GET http://away.test/text: away.test is not one of the hosts that SCREEN_HTTP_HOSTS allows',
    );
    assert.deepEqual(told, ['local/a away.test']);
  });

  it('opens nothing that the address guard refuses', async () => {
    const http = openHttp('169.254.169.254');
    assert.match(problem(await http.fetch(get('http://169.254.169.254/'), POLICY)), /link-local/);
  });
});
