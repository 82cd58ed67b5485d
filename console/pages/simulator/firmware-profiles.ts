/**
 * Devices with TRMNL firmware. Sources: lib/trmnl/src/http_headers.cpp, src/api-client/*.cpp and src/bl.cpp of the releases
 * 1.8.15, 1.7.0, 1.5.0 and 1.4.6 at github.com/usetrmnl/trmnl-firmware. Values that are sent only if they are known (charging,
 * USB, band of the Wi-Fi, sensors, commit) are left out.
 */
import { type Header, ID, JSON_TYPE, type Profile, TOKEN } from './profile.ts';

/** HTTPClient of the ESP32; every release. */
const ESP32: readonly Header[] = [
  ['User-Agent', 'ESP32HTTPClient'],
  ['Connection', 'close'],
  ['Accept-Encoding', 'identity;q=1,chunked;q=0.1,*;q=0'],
];
const LOG_HEADERS: readonly Header[] = [ID, ['Accept', 'application/json, */*'], TOKEN, JSON_TYPE];
const OG = { kind: 'og', maxBytes: 90_000 } as const;
const X = { kind: 'x', maxBytes: 750_000 } as const;

/** A release of the current firmware. */
function current(model: string, batteryOfX: readonly Header[]) {
  return {
    setup: {
      path: '/api/setup',
      headers: [ID, JSON_TYPE, ['FW-Version', '1.8.15'], ['Model', model]] as readonly Header[],
      byHand: false,
    },
    display: {
      path: '/api/display',
      headers: [
        ID,
        JSON_TYPE,
        ['Update-Source', '{source}'],
        TOKEN,
        ['Refresh-Rate', '{refresh}'],
        ['Battery-Voltage', '{volts}'],
        ...batteryOfX,
        ['FW-Version', '1.8.15'],
        ['Model', model],
        ['Image-Cached', '{cached}'],
        ['Wake-Time', '{wakeMs}'],
        ['RSSI', '{rssi}'],
        ['Temperature-Profile', 'true'],
        ['Width', '{width}'],
        ['Height', '{height}'],
      ] as readonly Header[],
    },
    image: { headers: [ID, TOKEN], toServerOnly: true },
    log: { path: '/api/log', headers: LOG_HEADERS, shape: 'logs' },
    unsent: ESP32,
    battery: 'volts',
    manners: { kind: 'firmware', isLadderByEmptyUrl: true },
  } as const;
}

/** A release before 1.6, which says little of itself. */
function early(version: string, first: readonly Header[]) {
  return {
    display: {
      path: '/api/display/',
      headers: [
        ...first,
        ['Refresh-Rate', '{refresh}'],
        ['Battery-Voltage', '{volts}'],
        ['FW-Version', version],
        ['RSSI', '{rssi}'],
      ],
    },
    image: { headers: [], toServerOnly: false },
    log: { path: '/api/log', headers: LOG_HEADERS, shape: 'logs_array' },
    unsent: ESP32,
    size: [800, 480],
    battery: 'volts',
    manners: { kind: 'firmware', isLadderByEmptyUrl: false },
    decoder: OG,
  } satisfies Partial<Profile>;
}

export const FIRMWARE_PROFILES: readonly Profile[] = [
  {
    id: 'og-1.8.15',
    title: 'TRMNL OG, firmware 1.8.15',
    note: '800 × 480, four greys.',
    size: [800, 480],
    decoder: OG,
    ...current('og', []),
  },
  {
    id: 'x-1.8.15',
    title: 'TRMNL X, firmware 1.8.15',
    note: '1872 × 1404, sixteen greys.',
    size: [1872, 1404],
    decoder: X,
    ...current('x', [
      ['Battery-Count', '1'],
      ['Percent-Charged', '{percent}'],
      ['Battery-Health', '-1'],
      ['Battery-Current', '-1'],
      ['Battery-Temp', '-1'],
      ['Battery-Capacity', '-1/-1'],
    ]),
  },
  {
    id: 'og-1.7.0',
    title: 'TRMNL OG, firmware 1.7.0',
    note: 'Keeps the names of its pictures in flash, and says temperature-profile in lower case.',
    setup: {
      path: '/api/setup',
      headers: [ID, JSON_TYPE, ['FW-Version', '1.7.0'], ['Model', 'og']],
      byHand: false,
    },
    display: {
      path: '/api/display',
      headers: [
        ID,
        JSON_TYPE,
        TOKEN,
        ['Refresh-Rate', '{refresh}'],
        ['Battery-Voltage', '{volts}'],
        ['FW-Version', '1.7.0'],
        ['Model', 'og'],
        ['RSSI', '{rssi}'],
        ['temperature-profile', 'true'],
        ['Width', '{width}'],
        ['Height', '{height}'],
      ],
    },
    image: { headers: [ID, TOKEN], toServerOnly: true },
    log: { path: '/api/log', headers: LOG_HEADERS, shape: 'logs' },
    unsent: ESP32,
    size: [800, 480],
    battery: 'volts',
    manners: { kind: 'firmware', isLadderByEmptyUrl: false },
    decoder: OG,
  },
  {
    id: 'og-1.5.0',
    title: 'TRMNL OG, firmware 1.5.0',
    note: 'Its setup says no Model, which this server asks for: it cannot register. With a token in the field below it is served.',
    setup: { path: '/api/setup/', headers: [ID, JSON_TYPE, ['FW-Version', '1.5.0']], byHand: false },
    ...early('1.5.0', [ID, JSON_TYPE, TOKEN]),
  },
  {
    id: 'og-1.4.6',
    title: 'TRMNL OG, firmware 1.4.6',
    note: 'Its setup says nothing but its ID: this server refuses it. With a token in the field below it is served.',
    setup: { path: '/api/setup/', headers: [ID], byHand: false },
    ...early('1.4.6', [ID, TOKEN]),
  },
];
