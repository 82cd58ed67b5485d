/** `GET /api/setup`: registers a device, or tells a known one its key again. */
import type { DeviceId } from '../domain/device-id.ts';
import { choosePanel, chooseSize } from '../domain/panel.ts';
import { hyphenateCode } from '../domain/registration-code.ts';
import type { DeviceReport } from '../domain/report.ts';
import { issueKey, mayRegister, newRecord, noteReport } from './authentication.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export interface SetupAnswer {
  /** 200, or 404 where registration is closed: the firmware reads it here, not in the HTTP status. */
  readonly status: number;
  readonly api_key: string | null;
  readonly friendly_id: string | null;
  readonly image_url: string | null;
  /** Shown on the panel; firmware keeps 127 characters. */
  readonly message: string | null;
  /** Named where devices must sign their calls. */
  readonly auth_mode?: 'ed25519';
}

/** Register a device. The whole exchange is synchronous, so that two first calls of one device get equal answers. */
export function setup(api: DeviceApi, call: CallContext, id: DeviceId, report: DeviceReport): SetupAnswer {
  const config = api.config();
  const now = api.nowMs();
  const known = api.registry.get(id);
  if (!mayRegister(config, id, known?.registrationCode ?? null)) return closed(id);

  const record = known ?? newRecord(id, now);
  const apiKey = issueKey(record);
  noteReport(record, report, now);
  api.registry.touch(record);

  const code = hyphenateCode(record.registrationCode ?? '');
  const panel = choosePanel(config.panels, { board: record.board, model: record.model });
  const welcome = api.notices.welcome(chooseSize(record.size, panel, record.model), code);
  void api.pictures.picture(welcome);
  return {
    status: 200,
    api_key: apiKey,
    friendly_id: record.friendlyId,
    image_url: call.baseUrl + api.signer.sign(welcome.hash, now),
    ...(config.authMode === 'ed25519' ? { auth_mode: config.authMode } : {}),
    message: `Registered. Use the code ${code} to choose a screen for this device.`,
  };
}

function closed(id: DeviceId): SetupAnswer {
  return {
    status: 404,
    api_key: null,
    friendly_id: null,
    image_url: null,
    message: `Registration is closed. Ask the operator to add ${id} to the server's config.`,
  };
}
