/** Calls under the MAC address of a device by somebody who has neither its token nor its key: of every kind, at random. */
import { randomBytes } from 'node:crypto';
import { newKey, signRequest, signTime } from './signed-calls.ts';

type Random = (below: number) => number;
type Headers = Record<string, string>;

/** What everybody knows who has listened in the network of a device. */
export interface Victim {
  readonly mac: string;
  /** Its public key; null where it brings a token. */
  readonly publicKey: string | null;
  /** Addresses of pictures that it was told, with the time when they expire, the newest last. */
  readonly urls: readonly string[];
  /** Headers of signed calls that it has made. */
  readonly recorded: readonly Headers[];
}

/** A call that is to be made. */
export interface StrangerCall {
  readonly kind: string;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: [string, string][]; readonly body?: string };
}

type Maker = (random: Random, victim: Victim) => Omit<StrangerCall, 'kind'> | null;

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)] as Item;
}

/** Telemetry that is nothing but trouble. */
function lies(random: Random): Headers {
  return {
    ...pick<Headers>(random, [{}, { 'Battery-Voltage': '2.9' }, { 'Percent-Charged': '1' }]),
    ...pick<Headers>(random, [{}, { RSSI: '-99' }, { 'FW-Version': '0.0.1' }, { Model: 'x' }]),
    ...pick<Headers>(random, [{}, { Width: '400', Height: '300' }, { 'X-Forwarded-Host': 'evil.example' }]),
  };
}

/** The address in the ways in which clients write it. */
function spelled(random: Random, mac: string): string {
  return pick(random, [mac, mac.toLowerCase(), mac.replaceAll(':', '-'), ` ${mac} `]);
}

function request(path: string, headers: Headers, body?: string): Omit<StrangerCall, 'kind'> {
  const method = body === undefined ? 'GET' : 'POST';
  return {
    url: path,
    init: { method, headers: Object.entries(headers), ...(body === undefined ? {} : { body }) },
  };
}

const LOG = '{"logs":[{"message":"download failed, code: 403 (Forbidden)","level":"error"}]}';

const DISPLAY_OR_LOG = [
  ['/api/display', undefined],
  ['/api/log', LOG],
] as const;

function calls(random: Random, headers: Headers): Omit<StrangerCall, 'kind'> {
  const [path, body] = pick(random, DISPLAY_OR_LOG);
  return request(path, { 'Content-Type': 'application/json', ...headers }, body);
}

/** The address of a picture with a query of the stranger's own. */
function imageUrl(url: string, change: (query: URLSearchParams) => void): string {
  const parsed = new URL(url);
  change(parsed.searchParams);
  return `${parsed.pathname}?${parsed.searchParams}`;
}

const EVERYWHERE: Readonly<Record<string, Maker>> = {
  wrong_token: (random, { mac }) =>
    calls(random, {
      ...{
        ID: spelled(random, mac),
        'Access-Token': pick(random, ['wrong', randomBytes(16).toString('hex')]),
      },
      ...lies(random),
    }),
  empty_token: (random, { mac }) => calls(random, { ID: mac, 'Access-Token': '', ...lies(random) }),
  no_token: (random, { mac }) => calls(random, { ID: mac, ...lies(random) }),
  two_ids: (_random, { mac }) => ({
    url: '/api/display',
    init: {
      method: 'GET',
      headers: [
        ['ID', mac],
        ['ID', mac],
        ['Access-Token', 'wrong'],
      ],
    },
  }),
  no_id: (random) => calls(random, { 'Access-Token': randomBytes(8).toString('hex') }),
  setup: (random, { mac }) => request('/api/setup', { ID: spelled(random, mac), ...lies(random) }),
  made_up_image: (_random, { urls }) => {
    const url = urls.at(-1);
    const sig = randomBytes(32).toString('hex');
    return url === undefined
      ? null
      : request(
          imageUrl(url, (query) => query.set('sig', sig)),
          {},
        );
  },
  changed_image: (random, { urls }) => {
    const url = urls.at(-1);
    const [name, value] = pick(random, [
      ['exp', '1'],
      ['exp', '99999999999'],
      ['dev', 'AAAAAAAA'],
      ['say', 'A'.repeat(40)],
      ['sig', ''],
    ] as const);
    return url === undefined
      ? null
      : request(
          imageUrl(url, (query) => query.set(name, value)),
          {},
        );
  },
  expired_image: (random, { urls }) => {
    const old = urls.filter(
      (url) => Number(new URL(url).searchParams.get('exp')) < Math.floor(Date.now() / 1000),
    );
    return old.length === 0
      ? null
      : request(
          imageUrl(pick(random, old), () => undefined),
          {},
        );
  },
  frame: (random, { mac }) =>
    request(`/frame/${encodeURIComponent(mac)}.png?token=${pick(random, ['', 'wrong'])}`, {}),
  data: () => request('/api/data/weather', { Authorization: 'Bearer wrong' }, '{}'),
};

const SIGNED: Readonly<Record<string, Maker>> = {
  unsigned: (random, { mac, publicKey }) => {
    if (publicKey === null) return null;
    const offsetMs = pick(random, [0, -3_600_000, 3_600_000, -1_000, 59_000]);
    return calls(random, {
      ...{ ID: mac, 'X-Public-Key': publicKey, 'X-Signature': randomBytes(64).toString('hex') },
      ...{ 'X-Timestamp': String(Date.now() + offsetMs + random(1_000)), ...lies(random) },
      ...pick<Headers>(random, [{}, { 'X-Signature-Version': '2' }]),
    });
  },
  own_key: (random, { mac }) =>
    calls(random, { ID: mac, ...signTime(newKey(), Date.now() + random(1_000)), ...lies(random) }),
  own_key_of_old: (_random, { mac }) => {
    const signed = signRequest(newKey(), 1, { method: 'GET', target: '/api/display', mac });
    return request('/api/display', { ID: mac, ...signed });
  },
  repeated: (random, { mac, recorded }) =>
    recorded.length === 0 ? null : calls(random, { ID: mac, ...pick(random, recorded), ...lies(random) }),
};

/** Addresses of networks: that of the device, others, and one that looks like the server's own. */
const ADDRESSES = ['192.0.2.7', '203.0.113.7', '203.0.113.8', '198.51.100.9', '2001:db8:7::1', '127.0.0.1'];

/** Any call of a stranger at a victim. */
export function strangerCall(random: Random, victim: Victim): StrangerCall {
  const makers = Object.entries(victim.publicKey === null ? EVERYWHERE : { ...EVERYWHERE, ...SIGNED });
  for (;;) {
    const [kind, make] = pick(random, makers);
    const made = make(random, victim);
    if (made === null) continue;
    const from: [string, string] = ['X-Forwarded-For', pick(random, ADDRESSES)];
    return { ...made, kind, init: { ...made.init, headers: [...made.init.headers, from] } };
  }
}
