/** A config with generated secrets wherever one can stand, and screens that fail with them in every stage. */
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { generatedSecret } from './canaries.ts';

type Random = (below: number) => number;

/** What a screen does with the text `key`. */
const SCRIPTS: Readonly<Record<string, string>> = {
  throws: 'error("bad key " .. key)',
  throws_a_table: 'error({ key = key })',
  logs: 'log_info("with", key, json_encode(params)) log_warn(key) print(key)',
  logs_encoded: 'log_error(url_encode(key), base64_encode(key), base64_encode("someone:" .. key))',
  asks: 'http_response("http://127.0.0.1:1/" .. url_encode(key) .. "?key=" .. url_encode(key))',
  asks_a_host:
    'local a = http_response("http://" .. key .. ".invalid/x") log_info(a.error or "") http_get("http://" .. key .. ".invalid/x")',
  asks_with_login: 'http_get("http://someone:" .. url_encode(key) .. "@127.0.0.1:1/")',
  asks_with_method: 'http_request("http://127.0.0.1:1/", { method = key })',
  asks_with_header: 'http_request("http://127.0.0.1:1/", { headers = { [key] = key } })',
  asks_nothing: 'http_get(key)',
  requires: 'require(key)',
  reads: 'read_asset(key)',
  reads_data: 'data_get(key)',
  decodes: 'json_decode(key)',
  reads_time: 'time_parse(key, key)',
  counts: 'local n = key + {}',
  asks_for_field: 'local n = ({})[key].x',
  returns_wrong: 'return { data = {}, refresh_rate = key }',
  returns_colors: 'return { data = { key = key }, colors = key, dither = key, text = key }',
};

const TEMPLATES: Readonly<Record<string, string>> = {
  no_filter: '{{ params.key | date(params.key) }}',
  includes: '{% include params.key %}',
  no_svg: '{{ params.key | safe }}<rect',
  attribute: '<rect width="{{ params.key }}" fill="{{ params.key }}" height="3"/>',
  style: '<rect style="fill: {{ params.key }}; {{ params.key }}: 3"/>',
  image: '<image href="{{ params.key }}.png" width="3" height="3"/>',
  reference: '<use href="#{{ params.key }}"/>',
  element: '<a-{{ params.key | length }} x="{{ params.key }}" transform="{{ params.key }}"/>',
  path: '<path d="M {{ params.key }}" points="{{ params.key }}"/>',
};

const META = `params:
  key: { type: string, sensitive: true }
  pin: { type: int, sensitive: true }
  deep: { type: string, sensitive: true }
  city: { type: string }
`;

const WHOLE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><text>x</text></svg>';

/** Names of the screens. */
export const CANARY_SCREENS: readonly string[] = [...Object.keys(SCRIPTS), ...Object.keys(TEMPLATES)];

/** Their files. */
export function canaryFiles(): Readonly<Record<string, string>> {
  const files = CANARY_SCREENS.flatMap((name) => {
    const script = `local key = tostring(params.key)\n${SCRIPTS[name] ?? ''}\nreturn { data = {} }\n`;
    const inner = TEMPLATES[name];
    const svg = inner === undefined ? WHOLE : WHOLE.replace('<text>x</text>', `${inner}`);
    return [
      [
        `${name}.lua`,
        SCRIPTS[name]?.startsWith('return') ? script.replace('\nreturn { data = {} }', '') : script,
      ],
      [`${name}.svg`, svg],
      [`${name}.meta.yaml`, META],
    ];
  });
  return Object.fromEntries(files) as Record<string, string>;
}

/** Makes secrets, and knows them all. */
export class Canaries {
  readonly all: string[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  next(): string {
    const secret = generatedSecret(this.#random);
    this.all.push(secret);
    return secret;
  }

  /** As digests stand in a config. */
  digest(): string {
    const digest = sha256Hex(this.next());
    this.all.push(digest);
    return `sha256:${digest}`;
  }

  /** Params with a secret in each: a text, a number, lists, maps, under names that the screen does not know. */
  params(): Readonly<Record<string, unknown>> {
    const pin = 100_000_000 + this.#random(899_999_999);
    this.all.push(String(pin));
    return {
      ...{ city: 'Bern', key: this.next(), pin },
      unknown: { list: [this.next(), { inner: this.next() }] },
      password: [this.next(), { deep: this.next() }],
    };
  }
}

/** The MAC address of the device that shows a screen. */
export function macOf(index: number): string {
  return `AA:BB:CC:00:00:${index.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** The config as JSON, which is YAML. */
export function canaryConfig(canaries: Canaries, tokens: Readonly<Record<string, unknown>>): string {
  const entry = (screen: string): Readonly<Record<string, unknown>> => ({
    ...{ screen, params: canaries.params(), frame_tokens: { one: canaries.digest() } },
  });
  const devices = CANARY_SCREENS.map((name, index) => [macOf(index), entry(`local/${name}`)] as const);
  const shows = { screen: 'local/throws', params: canaries.params() };
  const until = '2099-01-01T00:00:00Z';
  return JSON.stringify({
    default_screen: 'local/throws',
    admin: { token: `${canaries.next()}-of-twenty-characters` },
    admin_tokens: tokens,
    data_tokens: { meter: { sha256: canaries.digest().replace('sha256:', ''), names: ['meter'] } },
    screen_repos: {
      garden: {
        repo: 'file:///nowhere/garden.git',
        ...{ token: `someone:${canaries.next()}`, webhook_secret: canaries.next() },
      },
    },
    alerts: {
      webhooks: {
        ops: {
          url: `http://127.0.0.1:1/${encodeURIComponent(canaries.next())}`,
          ...{ secret: canaries.next(), headers: { 'X-Key': encodeURIComponent(canaries.next()) } },
        },
      },
      rules: { late: { when: 'late', to: 'ops' } },
    },
    devices: {
      DEFAULT: { screen: 'local/throws', params: canaries.params() },
      ...Object.fromEntries(devices),
      'AA:BB:CC:00:01:00': {
        ...entry('local/logs'),
        schedule: {
          windows: [{ ...shows, from: '00:00', to: '00:01' }],
          playlist: [{ ...shows, params: canaries.params(), for: '10m' }],
          pin: { ...shows, params: canaries.params(), until },
        },
      },
      'AA:BB:CC:00:01:01': { screen: 'local/gone', params: canaries.params() },
      'AA:BB:CC:00:01:02': { screen: 'garden/clock', params: canaries.params() },
    },
    groups: {
      all: { match: { model: 'og' }, screen: 'local/throws', params: canaries.params() },
      none: { match: { model: 'og' }, params: canaries.params() },
    },
    frames: { hall: { ...entry('local/throws'), width: 80, height: 48 } },
  });
}
