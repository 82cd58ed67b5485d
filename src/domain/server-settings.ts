/** The settings of the whole server, each a row of a table: what of the top level of the config the admin API sets. */
import { LIMITS } from '../platform/base/limits.ts';
import { ON_ERROR } from './on-error.ts';
import type { ServerSetting, ValueOf } from './setting.ts';

/** In the order in which the admin API lists them. */
export const SERVER_SETTINGS = {
  registration_enabled: {
    field: 'registrationEnabled',
    kind: 'flag',
    fallback: true,
    about: 'Whether devices may register that have no entry under `devices`',
    label: 'Registration',
    hint: 'Whether devices may register that have no entry in the config.',
    meanings: { true: 'On', false: 'Off' },
  },
  known_devices: {
    field: 'knownDevices',
    kind: 'word',
    words: ['open', 'quiet', 'closed'],
    fallback: 'open',
    about:
      'When setup gives a known device a key: always, after a silence of three refreshes, or after a reset only',
    label: 'Known devices',
    hint: 'When the setup gives a device that is known a new key.',
    meanings: {
      open: 'Always (open)',
      quiet: 'After a silence of three refreshes (quiet)',
      closed: 'After a reset only (closed)',
    },
  },
  setup_headers: {
    field: 'setupHeaders',
    kind: 'word',
    words: ['strict', 'lenient'],
    fallback: 'strict',
    about:
      'Which headers setup asks for: `ID`, `FW-Version` and `Model`, or `ID` alone, as older firmware sends',
    label: 'Headers of setup',
    hint: 'What a device has to say when it registers. TRMNL firmware up to 1.6.6 never says its model.',
    meanings: { strict: 'ID, firmware version and model (strict)', lenient: 'ID alone (lenient)' },
  },
  auth_mode: {
    field: 'authMode',
    kind: 'word',
    words: ['api_key', 'ed25519'],
    fallback: 'api_key',
    about: 'How devices identify themselves',
    label: 'Devices identify themselves by',
    hint: 'Devices of the other kind are refused from then on.',
    meanings: {
      api_key: 'A key that the server gives them (api_key)',
      ed25519: 'A signature of each call (ed25519)',
    },
  },
  /** 1 signs time and key, 2 the request too. */
  min_signature_version: {
    field: 'minSignatureVersion',
    kind: 'integer',
    min: 1,
    max: 2,
    words: [1, 2],
    fallback: 1,
    about: 'Signed calls of an older version are refused',
    label: 'Oldest signature',
    hint: 'Signed calls of an older version are refused.',
    meanings: { 1: 'Version 1', 2: 'Version 2' },
  },
  authors_allow_private_network: {
    field: 'authorsAllowPrivateNetwork',
    kind: 'flag',
    fallback: false,
    about: 'Whether what authors have written may reach private addresses, as what the operator has written',
    label: 'Private network for authors',
    hint: 'Whether scripts that a token with the role author has written reach private addresses.',
    meanings: { false: 'No', true: 'Yes, as those of the operator' },
  },
  screen_repo_refresh_interval: {
    field: 'screenRepoRefreshIntervalSeconds',
    kind: 'integer',
    min: 0,
    max: LIMITS.refreshMaxSeconds,
    unit: 'seconds',
    fallback: 0,
    about: 'Seconds between automatic fetches of tags and branches of screen repos; 0 never fetches',
    label: 'Look for news in screen repos',
    hint: 'Between automatic fetches of tags and branches; 0 for never.',
  },
  on_error: {
    field: 'onError',
    kind: 'word',
    words: ON_ERROR,
    fallback: 'show',
    about: '`on_error` of the devices whose entries say nothing of it',
    label: 'When a screen fails',
    hint: 'For devices whose entries say nothing of it.',
    meanings: {
      show: 'The device shows the error (show)',
      keep: 'The device keeps its last good picture (keep)',
    },
  },
} as const satisfies Readonly<Record<string, ServerSetting>>;

type Rows = typeof SERVER_SETTINGS;

export type ServerSettingKey = keyof Rows;

/** All rows with their keys. */
export const SERVER_SETTING_ROWS = Object.entries(SERVER_SETTINGS) as readonly (readonly [
  ServerSettingKey,
  ServerSetting,
])[];

/** The settings of the whole server, as the config has them or by default. */
export type ServerSettings = {
  readonly [Key in ServerSettingKey as Rows[Key]['field']]: ValueOf<Rows[Key]>;
};
