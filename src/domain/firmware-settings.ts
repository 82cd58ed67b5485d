/** What firmware is told with each picture, by its panel or by who shows something on it. */
import { PANEL_LIMITS } from './panel-limits.ts';
import type { SettingFields, Settings } from './setting.ts';

/** How the bar below the picture of a TRMNL X is used. */
export const TOUCHBAR_MODES = ['tap', 'slide'] as const;
export type TouchbarMode = (typeof TOUCHBAR_MODES)[number];

export const FIRMWARE_SETTINGS = {
  touchbar_mode: {
    field: 'touchbarMode',
    kind: 'word',
    on: ['device', 'frame', 'group'],
    words: TOUCHBAR_MODES,
    about: 'How the bar below the picture is used, passed to the device',
    byDefault: 'that of the panel, else none',
    note: 'The TRMNL X has such a bar',
    label: 'Bar below the picture',
  },
  image_url_timeout: {
    field: 'imageUrlTimeoutSeconds',
    kind: 'integer',
    on: ['device', 'frame', 'group'],
    min: 1,
    max: PANEL_LIMITS.imageUrlTimeoutSeconds,
    unit: 'seconds',
    about: 'Seconds that the device waits for its picture, passed to it',
    byDefault: 'that of the panel, else none',
    note: 'Its own time is 15 s',
    label: 'Wait for the picture',
    hint: '1 to 65; without it the device decides.',
  },
} as const satisfies Settings;

/** What firmware is told; absent leaves it to the device. */
export type FirmwareSettings = SettingFields<typeof FIRMWARE_SETTINGS, keyof typeof FIRMWARE_SETTINGS>;
