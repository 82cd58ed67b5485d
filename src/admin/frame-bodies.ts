/** The bodies of the calls about frames: those of devices, with a name for a key, and a size. */
import { z } from 'zod';
import { LIMITS } from '../base/limits.ts';
import { isFrameName } from '../config/read-frames.ts';
import {
  clearField,
  type DeviceSettings,
  EXPECTED,
  OPTIONAL_SETTINGS,
  SETTING_NAMES,
  screenField,
} from './bodies.ts';

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

const ENTRY_SETTING_NAMES = [...SETTING_NAMES, 'width', 'height'] as const;

export type EntrySettingName = (typeof ENTRY_SETTING_NAMES)[number];

const key = z
  .string()
  .refine(isFrameName)
  .describe('Name of the frame in its address: letters, digits, `.`, `_` and `-`')
  .register(EXPECTED, { text: 'a name of 1 to 64 letters, digits, `.`, `_` and `-`' });

export const createFrameBody = z
  .strictObject({ key, screen: screenField, ...OPTIONAL_SETTINGS, ...SIZE })
  .meta({
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
    ...OPTIONAL_SETTINGS,
    ...SIZE,
    clear: clearField(ENTRY_SETTING_NAMES).optional(),
  })
  .meta({ examples: [{ refresh: 600, clear: ['frame_tokens'] }] });
