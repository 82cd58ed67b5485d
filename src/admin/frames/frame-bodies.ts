/** The bodies of the calls about frames: those of devices, with a name for a key, and a size. */
import { z } from 'zod';
import { isFrameName } from '../../config/read/read-frames.ts';
import { FRAME_NAME } from '../../domain/frame-tokens.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import {
  clearField,
  type DeviceSettings,
  EXPECTED,
  optionalSettingsOn,
  type SettingName,
  screenField,
} from '../bodies.ts';

function pixels(description: string) {
  return z
    .int()
    .min(1)
    .max(LIMITS.pictureEdgePx)
    .describe(description)
    .register(EXPECTED, { text: `an integer from 1 to ${LIMITS.pictureEdgePx}` });
}

const SIZE = {
  width: pixels('Width in pixels; counts only together with `height`').optional(),
  height: pixels('Height in pixels').optional(),
};

/** What a request sets of an entry, of a device or of a frame. */
export type EntrySettings = DeviceSettings & {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

const FRAME_SETTINGS = { ...optionalSettingsOn('frame'), ...SIZE };

export type EntrySettingName = SettingName | keyof typeof SIZE;

const FRAME_SETTING_NAMES = Object.keys(FRAME_SETTINGS) as [EntrySettingName, ...EntrySettingName[]];

const key = z
  .string()
  .regex(FRAME_NAME)
  .refine(isFrameName)
  .meta({ not: { pattern: '^(?:(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}|[Dd][Ee][Ff][Aa][Uu][Ll][Tt])$' } })
  .describe('Name of the frame in its address: letters, digits, `.`, `_` and `-`')
  .register(EXPECTED, { text: 'a name of 1 to 64 letters, digits, `.`, `_` and `-`' });

export const createFrameBody = z.strictObject({ key, screen: screenField, ...FRAME_SETTINGS }).meta({
  id: 'CreateFrame',
  examples: [
    {
      key: 'hallway',
      screen: 'service-builtin/weather',
      width: 1024,
      height: 600,
      frame_tokens: { tablet: `sha256:${'0'.repeat(64)}` },
    },
  ],
});

export const updateFrameBody = z
  .strictObject({
    screen: screenField.optional(),
    ...FRAME_SETTINGS,
    clear: clearField(FRAME_SETTING_NAMES).optional(),
  })
  .meta({ id: 'UpdateFrame', examples: [{ refresh: 600, clear: ['frame_tokens'] }] });
