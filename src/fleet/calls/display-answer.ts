/** What `GET /api/display` answers: a picture, and what firmware is told with it. */

import { sparingRefresh } from '../../domain/battery-refresh.ts';
import type { ContentHash } from '../../domain/content-hash.ts';
import type { DeviceDisplay } from '../../domain/device-display.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { type FirmwareSettings, TOUCHBAR_MODES } from '../../domain/firmware-settings.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { DeviceReport } from '../../domain/report.ts';
import { TEMPERATURE_PROFILES } from '../../domain/settings.ts';
import { ECHOED_FUNCTIONS, type EchoedFunction, echoedFunction } from '../../domain/special-function.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { LateSchema, type SchemaValue } from '../../platform/base/late-schema.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { defined } from '../../platform/base/plain.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export const displayAnswerSchema = new LateSchema('DisplayAnswer', (z) =>
  z.object({
    // Firmware shows nothing for any other value, and erases itself for 500.
    status: z.literal(0).describe('Always 0; firmware checks this, not the HTTP status'),
    image_url: z.url().describe('Signed address of the picture, good for an hour'),
    filename: z
      .string()
      .max(30)
      .describe('Content hash, or a part of it and a time: equal names mean equal pictures'),
    refresh_rate: z.int().min(1).max(LIMITS.refreshMaxSeconds).describe('Seconds until the next call'),
    firmware_url: z.null(),
    update_firmware: z.literal(false),
    reset_firmware: z.literal(false),
    special_function: z
      .enum(ECHOED_FUNCTIONS)
      .nullable()
      .describe(
        'The function that the device names in its header `special_function`, where it needs nothing more',
      ),
    action: z.enum(ECHOED_FUNCTIONS).optional().describe('The same; present with a function'),
    temperature_profile: z.enum(TEMPERATURE_PROFILES),
    touchbar_mode: z.enum(TOUCHBAR_MODES).optional().describe('Present when mapping or panel set it'),
    image_url_timeout: z.int().optional().describe('Seconds; present when mapping or panel set it'),
    maximum_compatibility: z.boolean().optional().describe('Present when the mapping sets it'),
  }),
);

export type DisplayAnswer = SchemaValue<typeof displayAnswerSchema>;

/** A picture, and what the device is to call it. */
export interface Named {
  readonly hash: ContentHash;
  readonly filename: string;
}

/** What the device is told beside its picture. */
export interface DisplaySettings
  extends FirmwareSettings,
    Pick<Mapping, 'temperatureProfile' | 'maximumCompatibility'> {
  readonly asked?: EchoedFunction | null;
}

/** The entry of a device counts before its panel. */
export function settingsFor(
  mapping: Mapping,
  { panel }: DeviceDisplay,
  report: DeviceReport,
): DisplaySettings {
  const { temperatureProfile, maximumCompatibility } = mapping;
  const touchbarMode = mapping.touchbarMode ?? panel?.touchbarMode;
  const imageUrlTimeoutSeconds = mapping.imageUrlTimeoutSeconds ?? panel?.imageUrlTimeoutSeconds;
  return {
    ...defined({ temperatureProfile, maximumCompatibility, touchbarMode, imageUrlTimeoutSeconds }),
    asked: echoedFunction(report.specialFunction),
  };
}

/** What the picture was made of: a server that makes it anew has it from the address. */
export interface Heard {
  readonly said: Uint8Array | null;
  /** The time that its screen took for now. */
  readonly atMs: number;
}

/** The answer that tells a device of a picture. */
export function answer(
  api: DeviceApi,
  call: CallContext,
  device: DeviceId | null,
  settings: DisplaySettings,
  { hash, filename }: Named,
  refreshSeconds: number,
  { said, atMs }: Heard = { said: null, atMs: api.nowMs() },
): DisplayAnswer {
  const { temperatureProfile, maximumCompatibility, touchbarMode, imageUrlTimeoutSeconds } = settings;
  const { asked = null } = settings;
  api.store.noteAnnounced(hash, monotonicMs());
  return {
    status: 0,
    image_url: call.baseUrl + api.signer.sign(hash, device, atMs, said),
    filename,
    refresh_rate: refreshSeconds,
    firmware_url: null,
    update_firmware: false,
    reset_firmware: false,
    special_function: asked,
    ...(asked === null ? {} : { action: asked }),
    temperature_profile: temperatureProfile ?? 'default',
    ...(touchbarMode === undefined ? {} : { touchbar_mode: touchbarMode }),
    ...(imageUrlTimeoutSeconds === undefined ? {} : { image_url_timeout: imageUrlTimeoutSeconds }),
    ...(maximumCompatibility === undefined ? {} : { maximum_compatibility: maximumCompatibility }),
  };
}

/** The refresh that a device is told; one that is raised is said in the log, once for each screen. */
export function spare(
  { sparing }: DeviceApi,
  { log }: CallContext,
  { id, report }: Pick<DeviceRecord, 'id' | 'report'>,
  { wantedSeconds, shows }: { readonly wantedSeconds: number; readonly shows: string },
): number {
  const seconds = sparingRefresh(wantedSeconds, report);
  if (seconds !== wantedSeconds) {
    const message = `refresh_rate: a refresh of ${wantedSeconds} s would empty a battery within days; devices that run on one are told ${seconds} s`;
    sparing.write(log, shows, [{ message }], { device: id });
  }
  return seconds;
}
