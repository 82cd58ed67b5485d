/** The settings of an entry, of a device or of a frame, as answers give them: all that can be set can be read back. */
import { z } from 'zod';
import { TEMPERATURE_PROFILES } from '../../config/read/keys.ts';
import type { MappingSettings } from '../../domain/mapping.ts';
import { ON_ERROR } from '../../domain/on-error.ts';
import { type FirmwareSettings, ROTATIONS, TOUCHBAR_MODES } from '../../domain/panel.ts';
import { TEXT_MODES } from '../../domain/text-mode.ts';
import type { View } from '../view.ts';

/** The settings that the schemas of both have, apart from those that each has in a form of its own. */
export const SETTING_VIEWS = {
  dither: z.string().nullable(),
  panel: z.string().nullable(),
  colors: z.string().nullable().describe('`#rrggbb`, comma-separated'),
  refresh: z.int().nullable(),
  on_error: z.enum(ON_ERROR).nullable(),
  text: z.enum(TEXT_MODES).nullable(),
  rotate: z.literal(ROTATIONS).nullable(),
  max_error: z.number().nullable(),
  noise_scale: z.number().nullable(),
  chroma_clamp: z.number().nullable(),
  strength: z.number().nullable(),
  temperature_profile: z.enum(TEMPERATURE_PROFILES).nullable(),
  touchbar_mode: z.enum(TOUCHBAR_MODES).nullable(),
  image_url_timeout: z.int().nullable(),
  maximum_compatibility: z.boolean().nullable(),
  min_png_bytes: z.int().nullable(),
} as const;

const shape = z.object(SETTING_VIEWS);

/** The settings where none are set. */
export const NO_SETTINGS: View<typeof shape> = {
  dither: null,
  panel: null,
  colors: null,
  refresh: null,
  on_error: null,
  text: null,
  rotate: null,
  max_error: null,
  noise_scale: null,
  chroma_clamp: null,
  strength: null,
  temperature_profile: null,
  touchbar_mode: null,
  image_url_timeout: null,
  maximum_compatibility: null,
  min_png_bytes: null,
};

/** The settings of an entry; each is null where the entry does not set it. */
export function settingsOf(mapping: MappingSettings): View<typeof shape> {
  const { tuning } = mapping;
  return {
    dither: mapping.dither ?? null,
    panel: mapping.panel ?? null,
    colors: mapping.palette?.join(',') ?? null,
    refresh: mapping.refreshSeconds ?? null,
    on_error: mapping.onError ?? null,
    text: mapping.text ?? null,
    rotate: mapping.rotate ?? null,
    max_error: tuning.maxError ?? null,
    noise_scale: tuning.noiseScale ?? null,
    chroma_clamp: tuning.chromaClamp ?? null,
    strength: tuning.strength ?? null,
    temperature_profile: TEMPERATURE_PROFILES.find((one) => one === mapping.temperatureProfile) ?? null,
    ...firmwareSettingsOf(mapping),
    maximum_compatibility: mapping.maximumCompatibility ?? null,
    min_png_bytes: mapping.minPngBytes ?? null,
  };
}

function firmwareSettingsOf({ touchbarMode, imageUrlTimeoutSeconds }: FirmwareSettings) {
  return { touchbar_mode: touchbarMode ?? null, image_url_timeout: imageUrlTimeoutSeconds ?? null };
}

/** The screen of an entry under the name by which it can be given to others. */
export const screenRefSchema = z
  .string()
  .nullable()
  .describe('The screen as `handle/path`, also where the config has a plain name; null where there is none');
