/**
 * What of the config only admins may see. Every key of the file has a rule: what has none (a misspelt key, one of a newer
 * version) is left out, since nobody can say what stands there.
 */
import {
  ADMIN_TOKEN_KEYS,
  ALERT_RULE_KEYS,
  DATA_TOKEN_KEYS,
  DEVICE_KEYS,
  FRAME_KEYS,
  GROUP_KEYS,
  PANEL_KEYS,
  type ROOT_KEYS,
  SCREEN_KEYS,
  SCREEN_REPO_KEYS,
  WEBHOOK_KEYS,
} from '../../config/read/keys.ts';
import { SERVER_SETTING_ROWS, type ServerSettingKey } from '../../domain/server-settings.ts';
import type { SettingPlace } from '../../domain/setting.ts';
import { settingsOn } from '../../domain/settings.ts';

/**
 * `shown`: as it is, but for params and secrets within; `hidden`; `params`: as the screen declares them; a map with known
 * keys; or a map of entries by their names.
 */
export type ConcealRule =
  | 'shown'
  | 'hidden'
  | 'params'
  | { readonly keys: Readonly<Record<string, ConcealRule>> }
  | { readonly each: ConcealRule };

function shown(keys: readonly string[], others: Readonly<Record<string, ConcealRule>> = {}): ConcealRule {
  return { keys: { ...Object.fromEntries(keys.map((key) => [key, 'shown'])), ...others } };
}

/** An entry or a group, of whose settings some are hidden. */
function entry(keys: readonly string[], place: SettingPlace): ConcealRule {
  const others = settingsOn(place).flatMap(([key, { kind }]): [string, ConcealRule][] => {
    if (kind === 'params') return [[key, 'params']];
    return kind === 'tokens' ? [[key, { each: 'hidden' }]] : [];
  });
  return shown(keys, Object.fromEntries(others));
}

/** An address may have a key in its path. */
const WEBHOOK = shown(WEBHOOK_KEYS, { url: 'hidden', secret: 'hidden', headers: 'hidden' });

const SERVER = Object.fromEntries(SERVER_SETTING_ROWS.map(([key]) => [key, 'shown'])) as Record<
  ServerSettingKey,
  'shown'
>;

const SECTIONS = {
  ...SERVER,
  default_screen: 'shown',
  screens: { each: shown(SCREEN_KEYS) },
  devices: { each: entry(DEVICE_KEYS, 'device') },
  groups: { each: entry(GROUP_KEYS, 'group') },
  frames: { each: entry(FRAME_KEYS, 'frame') },
  panels: { each: shown(PANEL_KEYS) },
  admin: { keys: { token: 'hidden' } },
  screen_repos: { each: shown(SCREEN_REPO_KEYS, { token: 'hidden', webhook_secret: 'hidden' }) },
  data_tokens: { each: shown(DATA_TOKEN_KEYS, { sha256: 'hidden' }) },
  admin_tokens: { each: shown(ADMIN_TOKEN_KEYS, { sha256: 'hidden' }) },
  alerts: {
    keys: {
      webhooks: { each: WEBHOOK },
      rules: { each: shown(ALERT_RULE_KEYS) },
      digest: 'shown',
      repeat: 'shown',
    },
  },
} as const satisfies Record<(typeof ROOT_KEYS)[number], ConcealRule>;

/** The rule of the whole file. */
export const CONFIG_RULE: ConcealRule = { keys: SECTIONS };

/** Keys that hold secrets wherever they stand. */
export const SECRET_KEYS: ReadonlySet<string> = new Set([
  'token',
  'tokens',
  'sha256',
  'secret',
  'password',
  'frame_tokens',
]);
