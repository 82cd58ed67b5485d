/**
 * Clients that are no firmware of TRMNL. Sources: github.com/lanrat/homeplate (trmnl.cpp), github.com/usetrmnl/trmnl-kindle
 * (zip_example/TRMNL.sh), github.com/usetrmnl/trmnl-koreader (trmnl.koplugin/main.lua) and
 * github.com/usetrmnl/trmnl-display (trmnl-display.go).
 */
import { ID, JSON_TYPE, type Profile, TOKEN } from './profile.ts';

/** For clients that have no setup of their own, as docs/http-api.md shows it. */
function setupByHand(model: string): Profile['setup'] {
  return { path: '/api/setup', headers: [ID, ['FW-Version', '1'], ['Model', model]], byHand: true };
}

/** What the programs on readers of books send. */
const READER_DISPLAY: Profile['display'] = {
  path: '/api/display',
  headers: [
    ['access-token', '{token}'],
    ['percent-charged', '{percent}'],
    ['png-width', '{width}'],
    ['png-height', '{height}'],
    ['rssi', '0'],
    ID,
  ],
};

export const CLIENT_PROFILES: readonly Profile[] = [
  {
    id: 'homeplate',
    title: 'Homeplate on an Inkplate 10',
    note: 'Its token is typed into its settings. It asks for logs to be taken without an ID.',
    setup: setupByHand('Inkplate 10'),
    display: {
      path: '/api/display',
      headers: [
        ID,
        TOKEN,
        ['RSSI', '{rssi}'],
        ['Refresh-Rate', '{refresh}'],
        ['Accept', 'application/json'],
        ['Width', '{width}'],
        ['Height', '{height}'],
        ['Model', 'Inkplate 10'],
        ['Battery-Voltage', '{volts}'],
        ['Percent-Charged', '{percent}'],
        ['FW-Version', 'Homeplate 1.4.0'],
      ],
    },
    image: { headers: [], toServerOnly: false },
    log: { path: '/api/log', headers: [TOKEN, JSON_TYPE], shape: 'messages' },
    unsent: [['User-Agent', 'ESP32HTTPClient']],
    size: [1200, 825],
    battery: 'volts',
    manners: {
      kind: 'client',
      leastSeconds: 0,
      ownSeconds: 1_200,
      followsRefresh: true,
      retrySeconds: 1_200,
    },
    decoder: null,
  },
  {
    id: 'kindle',
    title: 'Kindle (trmnl-kindle)',
    note: 'Says no model: servers know it by User-Agent and size. A browser cannot send the former, so give the device its panel by hand.',
    setup: setupByHand('kindle'),
    display: READER_DISPLAY,
    image: { headers: [], toServerOnly: false },
    log: null,
    unsent: [['User-Agent', 'trmnl-kindle/0.1.1']],
    size: [1448, 1072],
    battery: 'percent',
    manners: { kind: 'client', leastSeconds: 300, ownSeconds: 300, followsRefresh: true, retrySeconds: 60 },
    decoder: null,
  },
  {
    id: 'koreader',
    title: 'KOReader (trmnl.koplugin)',
    note: 'Wakes every 30 minutes, unless its user lets it follow the server. Servers know it by its User-Agent, which a browser cannot send.',
    setup: setupByHand('koreader'),
    display: READER_DISPLAY,
    image: { headers: [], toServerOnly: false },
    log: null,
    unsent: [['User-Agent', 'trmnl-display/0.1.0-koreader']],
    size: [1072, 1448],
    battery: 'percent',
    manners: { kind: 'client', leastSeconds: 0, ownSeconds: 1_800, followsRefresh: false, retrySeconds: 60 },
    decoder: null,
  },
  {
    id: 'trmnl-display',
    title: 'Linux (trmnl-display)',
    note: 'Says no size, and always 100 per cent.',
    setup: setupByHand('trmnl-display'),
    display: {
      path: '/api/display',
      headers: [ID, ['access-token', '{token}'], JSON_TYPE, ['battery-voltage', '100.00'], ['rssi', '0']],
    },
    image: { headers: [], toServerOnly: false },
    log: null,
    unsent: [['User-Agent', 'trmnl-display/0.1.1']],
    size: [800, 480],
    battery: 'fixed',
    manners: { kind: 'client', leastSeconds: 1, ownSeconds: 60, followsRefresh: true, retrySeconds: 60 },
    decoder: null,
  },
];
