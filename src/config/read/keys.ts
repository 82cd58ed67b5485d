/** Every key of the config file, by section. A test compares the documentation with this table. */
import { ALERT_KINDS, kindOf } from '../../domain/alert-kinds/kinds.ts';
import { PANEL_SETTINGS, type PanelKey } from '../../domain/panel.ts';
import { SERVER_SETTINGS, type ServerSettingKey } from '../../domain/server-settings.ts';
import type { SettingPlace } from '../../domain/setting.ts';
import { settingsOn } from '../../domain/settings.ts';
import { TUNING_KEYS } from '../../domain/tuning.ts';

export const ROOT_KEYS = [
  'default_screen',
  'screens',
  'devices',
  'groups',
  'frames',
  'panels',
  ...(Object.keys(SERVER_SETTINGS) as ServerSettingKey[]),
  'admin',
  'screen_repos',
  'data_tokens',
  'alerts',
  'admin_tokens',
] as const;

/** The section with one entry per device. */
export const DEVICES = 'devices';

/** The section of what many devices have in common. */
export const GROUPS = 'groups';

/** The section of what has no MAC address and fetches pictures. */
export const FRAMES = 'frames';

export const SCREEN_KEYS = ['script', 'template', 'default_refresh'] as const;

/** `error_clamp` is an older name of `max_error`. */
const OLDER_KEYS = ['error_clamp'] as const;

/** The dither numbers, for a panel or for one algorithm of it. */
export const ALGORITHM_KEYS: readonly string[] = [...Object.keys(TUNING_KEYS), ...OLDER_KEYS];

/** `gamut` belongs to another renderer: accepted and kept, without effect here. */
export const DEVICE_KEYS: readonly string[] = [...keysOn('device'), ...OLDER_KEYS, 'gamut'];

export const GROUP_KEYS: readonly string[] = ['match', 'adopted_only', ...keysOn('group'), ...OLDER_KEYS];

function keysOn(place: SettingPlace): readonly string[] {
  return settingsOn(place).map(([key]) => key);
}

export const SCHEDULE_KEYS = ['zone', 'windows', 'playlist', 'offset', 'sleep', 'battery', 'pin'] as const;

/** When something of a schedule holds. */
export const WINDOW_TIME_KEYS = ['days', 'dates', 'from', 'to'] as const;

export const SCHEDULED_SCREEN_KEYS = ['screen', 'params', 'refresh'] as const;

export const SCHEDULE_WINDOW_KEYS = [...WINDOW_TIME_KEYS, ...SCHEDULED_SCREEN_KEYS, 'playlist'] as const;

export const PLAYLIST_ITEM_KEYS = [...SCHEDULED_SCREEN_KEYS, 'for'] as const;

/** `allow_private_network` is false in a pin of an author who gave it params. */
export const PIN_KEYS = [...SCHEDULED_SCREEN_KEYS, 'until', 'allow_private_network'] as const;

export const BATTERY_KEYS = ['below', 'refresh_times', 'refresh'] as const;

/** A device says its size itself. */
export const FRAME_KEYS: readonly string[] = [...DEVICE_KEYS, 'width', 'height'];

export const PANEL_KEYS = Object.keys(PANEL_SETTINGS) as readonly PanelKey[];

/** Keys of a `match` that asks several things. */
export const MATCH_KEYS = ['board', 'model', 'user_agent', 'not_user_agent', 'width', 'height'] as const;

/** Keys of `offset` in a panel. */
export const OFFSET_KEYS = ['left', 'top', 'right', 'bottom'] as const;

/** Keys of `png` in a panel. */
export const PNG_KEYS = ['depth', 'grey'] as const;

/** Keys of `dither` in a panel, besides the names of the algorithms. */
export const PANEL_DITHER_KEYS: readonly string[] = ['algorithm', ...ALGORITHM_KEYS];

export const ADMIN_KEYS = ['token'] as const;

export const SCREEN_REPO_KEYS = ['repo', 'pin', 'token', 'allow_private_network', 'webhook_secret'] as const;

export const DATA_TOKEN_KEYS = ['sha256', 'names'] as const;

/** The section of what somebody wants to be told of. */
export const ALERTS = 'alerts';

export const ALERT_KEYS = ['webhooks', 'rules', 'digest', 'repeat'] as const;

export const WEBHOOK_KEYS = ['url', 'secret', 'headers'] as const;

/** Each of the numbers is for one `when`, or for some. */
export const ALERT_RULE_KEYS: readonly string[] = [
  'when',
  'to',
  'match',
  ...new Set(ALERT_KINDS.flatMap((kind) => Object.keys(kindOf(kind).numbers))),
];

export const ADMIN_TOKEN_KEYS = ['role', 'sha256', 'until', 'note'] as const;
