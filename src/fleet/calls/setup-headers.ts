/**
 * Setups without the headers that `setup_headers: strict` asks for. Firmware shows nothing of a 400, so the operator hears of it:
 * in the log, and in what explains a device that the config or the registry knows.
 */

import type { DeviceId } from '../../domain/device-id.ts';
import type { DeviceReport } from '../../domain/report.ts';
import { AppError } from '../../platform/base/errors.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { note } from './note-event.ts';

/** Headers of setup besides `ID`. */
export const SETUP_HEADER_NAMES = ['FW-Version', 'Model'] as const;

/**
 * Refuse a setup.
 * @param lacks names of the headers that are missing, at least one
 * @throws {AppError} missing_header, always
 */
export function refuseIncomplete(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  report: DeviceReport,
  lacks: readonly string[],
): never {
  api.incompleteSetups.note(lacks, report, call.log);
  const detail = lacks.join(' and ');
  // Nothing is kept of addresses that nobody knows: there is no end of them.
  const isKnown = api.registry.get(id) !== null || call.config.devices.has(id);
  if (isKnown) note(api, call, id, 'setup_incomplete', detail);
  throw new AppError('missing_header', {
    detail: `Header ${detail} is required, unless the server's config says setup_headers: lenient.`,
  });
}
