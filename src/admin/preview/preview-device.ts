/** `GET /api/admin/devices/{key}/preview`: the picture that a device would show now. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { deviceFacts } from '../../domain/device-facts.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import { isDefaultKey, type ResolvedMapping } from '../../domain/mapping.ts';
import { parseRegistrationCode } from '../../domain/registration-code.ts';
import { NO_REPORT } from '../../domain/report.ts';
import { contentSources } from '../../engine/contents/content-sources.ts';
import { scheduledAt } from '../../engine/contents/scheduled-contents.ts';
import { deadlineIn } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { effectiveMapping } from '../devices/effective-mapping.ts';
import { type FoundDevice, noEntry, requireDevice } from '../devices/find-device.ts';
import type { Preview, PreviewLook, PreviewRequest } from './previews.ts';

export interface PreviewOptions {
  readonly force: boolean;
  readonly dither: boolean;
  readonly measured: boolean;
  /** The time of the schedule and of the screen, in ms since 1970; null for now. */
  readonly atMs: number | null;
}

/**
 * The preview of a device that has an entry in the config.
 * @throws {AppError} unknown_device, overloaded, render_failed
 */
export async function previewDevice(
  api: AdminApi,
  call: AdminCall,
  key: string,
  { force, dither, measured, atMs }: PreviewOptions,
): Promise<Preview> {
  const deadline = deadlineIn(LIMITS.previewMs);
  const config = api.config();
  const found = requireDevice(config, api.registry, key);
  const { record } = found;
  const resolved = effectiveMapping(config, found);
  if (resolved === null || (found.mapping === null && !resolved.own)) throw noEntry(key);
  const look: PreviewLook = !dither ? 'undithered' : measured ? 'measured' : 'nominal';
  const nowMs = atMs ?? Date.now();
  const content = {
    ...requestOf(config, resolved, found),
    ...scheduledAt(resolved.mapping, nowMs),
    ...(atMs === null ? {} : { nowMs: atMs }),
  };
  const run = record?.failing ?? null;
  // The error screen is the same as on the panel while it has the same sources.
  const failing = run?.sources === contentSources(content) ? run : null;
  const pushed = await api.pushed.made(content, record?.id ?? null, nowMs);
  const wanted = { content: { ...content, failing }, pushed, look, force, deadline, log: call.log };
  return api.previews.preview(wanted);
}

/** What the device asks for, as far as it is known: one that never called has no report. */
function requestOf(
  config: ConfigSnapshot,
  { mapping, own, party }: ResolvedMapping,
  { mapping: entry, record }: FoundDevice,
): PreviewRequest['content'] {
  const mapped = own && !isDefaultKey(mapping.key);
  const identity = {
    id: record?.id ?? parseDeviceId(entry?.key ?? ''),
    friendlyId: record?.friendlyId ?? null,
    registrationCode: record?.registrationCode ?? parseRegistrationCode(entry?.key ?? ''),
  };
  return {
    config,
    mapping,
    mapped,
    party,
    device: deviceFacts(identity, record?.report ?? NO_REPORT, { mapping, own: mapped }),
    hasPrevious: false,
  };
}
