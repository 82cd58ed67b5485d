/** What `GET /api/display` answers: a picture, and what firmware is told with it. */

import { sparingRefresh } from '../../domain/battery-refresh.ts';
import type { ContentHash } from '../../domain/content-hash.ts';
import type { DeviceDisplay } from '../../domain/device-display.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import type { FirmwareSettings, TouchbarMode } from '../../domain/firmware-settings.ts';
import type { Mapping } from '../../domain/mapping.ts';
import type { DeviceReport } from '../../domain/report.ts';
import { type EchoedFunction, echoedFunction } from '../../domain/special-function.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { defined } from '../../platform/base/plain.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export interface DisplayAnswer {
  /** Always 0: firmware shows nothing for any other value, and erases itself for 500. */
  readonly status: 0;
  readonly image_url: string;
  readonly filename: string;
  readonly refresh_rate: number;
  readonly firmware_url: null;
  readonly update_firmware: false;
  readonly reset_firmware: false;
  /** What the device asks for with a double click, where it needs nothing more. */
  readonly special_function: EchoedFunction | null;
  readonly action?: EchoedFunction;
  readonly temperature_profile: string;
  readonly touchbar_mode?: TouchbarMode;
  readonly image_url_timeout?: number;
  readonly maximum_compatibility?: boolean;
}

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
