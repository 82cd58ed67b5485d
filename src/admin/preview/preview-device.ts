/** `GET /api/admin/devices/{key}/preview`: the picture that a device would show now. */
import { deadlineIn } from '../../base/deadline.ts';
import { LIMITS } from '../../base/limits.ts';
import { contentSources } from '../../content/content-sources.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import { type ConfigSnapshot, isDefaultKey, type Mapping } from '../../domain/mapping.ts';
import { parseRegistrationCode } from '../../domain/registration-code.ts';
import type { DeviceRecord } from '../../store/registry.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { noEntry, requireDevice } from '../find-device.ts';
import type { Preview, PreviewLook, PreviewRequest } from './previews.ts';

export interface PreviewOptions {
  readonly force: boolean;
  readonly dither: boolean;
  readonly measured: boolean;
}

/**
 * The preview of a device that has an entry in the config.
 * @throws {AppError} unknown_device, overloaded, render_failed
 */
export function previewDevice(
  api: AdminApi,
  call: AdminCall,
  key: string,
  { force, dither, measured }: PreviewOptions,
): Promise<Preview> {
  const deadline = deadlineIn(LIMITS.previewMs);
  const config = api.config();
  const { mapping, record } = requireDevice(config, api.registry, key);
  if (mapping === null) throw noEntry(key);
  const look: PreviewLook = !dither ? 'undithered' : measured ? 'measured' : 'nominal';
  const content = requestOf(config, mapping, record);
  const run = record?.failing ?? null;
  // The error screen says what that of the panel says, as long as it is about the same.
  const failing = run?.sources === contentSources(content) ? run : null;
  return api.previews.preview({ content: { ...content, failing }, look, force, deadline, log: call.log });
}

/** A device that never called reports nothing of itself. */
function requestOf(
  config: ConfigSnapshot,
  mapping: Mapping,
  record: DeviceRecord | null,
): PreviewRequest['content'] {
  const mapped = !isDefaultKey(mapping.key);
  return {
    config,
    mapping,
    mapped,
    device: {
      id: record?.id ?? parseDeviceId(mapping.key),
      name: mapped ? (mapping.name ?? null) : null,
      friendlyId: record?.friendlyId ?? null,
      registrationCode: record?.registrationCode ?? parseRegistrationCode(mapping.key),
      registered: mapped,
      firmwareVersion: record?.firmwareVersion ?? null,
      model: record?.model ?? null,
      board: record?.board ?? null,
      batteryVoltage: record?.batteryVoltage ?? null,
      percentCharged: record?.percentCharged ?? null,
      rssi: record?.rssi ?? null,
    },
    reportedSize: record?.size ?? null,
    headerColors: record?.colors ?? null,
    hasPrevious: false,
  };
}
