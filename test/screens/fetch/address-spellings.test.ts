/** Private addresses in generated spellings, with real requests: none of them is taken for a public one. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { classifyAddress } from '../../../src/screens/fetch/address.ts';
import type { LookupAll } from '../../../src/screens/fetch/guarded-connect.ts';
import { OutboundHttp } from '../../../src/screens/fetch/outbound-http.ts';
import { embedded, spelledHost } from '../../support/hostile/address-spellings.ts';
import { randomNumbers } from '../../support/random.ts';
import { get, problem } from './fetch-request.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const CASES = 200;
const PUBLIC = { allowPrivateNetwork: false, screenRef: 'repo/a' };
const PRIVATE = { allowPrivateNetwork: true, screenRef: 'local/a' };

/** Networks, each by its first bytes: of a house, and of what nobody may reach. */
const HOUSE = [[127], [10], [172, 16], [172, 31], [192, 168], [100, 64], [100, 127], [198, 18]];
const NEVER = [
  [169, 254],
  [169, 254, 169, 254],
  [100, 100, 100, 200],
  [168, 63, 129, 16],
  [192, 0, 0, 192],
];

function hexGroups(bytes: readonly number[]): string {
  return Array.from({ length: 8 }, (_, n) =>
    (((bytes[2 * n] ?? 0) << 8) | (bytes[2 * n + 1] ?? 0)).toString(16),
  ).join(':');
}

describe(`private addresses in generated spellings (STIPPLE_SEED=${SEED})`, () => {
  const random = randomNumbers(SEED);
  let server: Server;
  let connections = 0;
  let resolved = '';
  let location = '';
  const lookup: LookupAll = (_hostname, callback) =>
    callback(null, [{ address: resolved, family: resolved.includes(':') ? 6 : 4 }]);
  const http = new OutboundHttp({ lookup });
  before(async () => {
    server = createServer((_request, response) => {
      response.writeHead(location === '' ? 200 : 302, location === '' ? {} : { location }).end('private');
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  });
  after(async () => {
    await http.stop();
    server.close();
  });

  const port = (): number => (server.address() as AddressInfo).port;

  function within(networks: readonly (readonly number[])[]): readonly number[] {
    const network = networks[random(networks.length)] ?? [];
    const rest = Array.from({ length: 4 - network.length }, () => 1 + random(254));
    return [...network, ...rest];
  }

  /** Half of them this very machine, which would answer. */
  function ofTheHouse(): readonly number[] {
    return random(2) === 0 ? [127, 0, 0, 1 + random(254)] : within(HOUSE);
  }

  it('are refused to screens of a repo, as hosts of URLs', async () => {
    const before = connections;
    for (let n = 0; n < CASES; n += 1) {
      const bytes = ofTheHouse();
      const [host, kind] = spelledHost(bytes, random);
      const error = problem(await http.fetch(get(`http://${host}:${port()}/`), PUBLIC));
      assert.match(error, /is not allowed for screens/, `${kind}: ${host} is ${bytes.join('.')}`);
    }
    assert.equal(connections, before);
  });

  it('are refused to screens of a repo, as what a name resolves to', async () => {
    const before = connections;
    for (let n = 0; n < CASES; n += 1) {
      const bytes = ofTheHouse();
      const [address, kind] = embedded(bytes, random);
      resolved = address;
      const error = problem(await http.fetch(get(`http://name${n}.example:${port()}/`), PUBLIC));
      assert.match(error, /is not allowed for screens/, `${kind}: ${address} is ${bytes.join('.')}`);
    }
    assert.equal(connections, before);
  });

  it('are refused to all screens where nobody may reach them, as hosts, as names, and as targets of redirects', async () => {
    for (let n = 0; n < CASES; n += 1) {
      const bytes = within(NEVER);
      const [host, kind] = spelledHost(bytes, random);
      [resolved] = embedded(bytes, random);
      const target = `http://${host}:${port()}/`;
      // As it fits into a header.
      location = target.replace(/[^ -~]/g, encodeURIComponent);
      const urls = [target, `http://never${n}.example:${port()}/`, `http://127.0.0.1:${port()}/`];
      for (const url of urls) {
        const error = problem(await http.fetch(get(url), PRIVATE));
        const what = `${kind}: ${url} to ${host} or ${resolved} is ${bytes.join('.')}`;
        assert.match(error, /is not allowed for screens \((?:link-local|cloud metadata)\)/, what);
      }
    }
    location = '';
  });

  it('are not among the addresses of the internet, and those of the internet are', () => {
    for (let n = 0; n < 10_000; n += 1) {
      const [first = 0, ...rest] = Array.from({ length: 16 }, () => random(256));
      const text = hexGroups([first, ...rest]);
      if (first >> 5 !== 1) assert.notEqual(classifyAddress(text).reach, 'public', text);
      const inUse = hexGroups([0x2a, 0, ...rest.slice(1)]);
      assert.equal(classifyAddress(inUse).reach, 'public', inUse);
    }
  });
});
