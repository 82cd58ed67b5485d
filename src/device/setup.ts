/** `GET /api/setup`: registers a device, or gives a known one its key again if the config allows that. */
import { monotonicMs } from '../base/clock.ts';
import type { ContentHash } from '../domain/content-hash.ts';
import { settleDisplay } from '../domain/device-display.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { hyphenateCode } from '../domain/registration-code.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { DeviceRecord } from '../store/registry.ts';
import { issueKey, newRecord, note, noteReport } from './authentication.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { refusalMessage, type SetupRefusal, setupRefusal } from './setup-policy.ts';

export interface SetupAnswer {
  /** 200, or 404 where there is no key: firmware reads it here, not in the HTTP status. */
  readonly status: number;
  /** Null, never empty, where there is none: firmware would keep an empty key and never ask again. */
  readonly api_key: string | null;
  readonly friendly_id: string | null;
  readonly image_url: string | null;
  /** Shown on the panel; firmware keeps 127 characters. */
  readonly message: string | null;
  /** Present where devices must sign their calls. */
  readonly auth_mode?: 'ed25519';
}

/** Register a device. The whole exchange is synchronous, so that two first calls of one device get equal answers. */
export function setup(api: DeviceApi, call: CallContext, id: DeviceId, report: DeviceReport): SetupAnswer {
  const known = api.registry.get(id);
  const refusal = refusalOf(api, call, id, known);
  if (refusal !== null) return refuse(api, call, id, known, refusal);

  const { config } = call;
  const now = api.nowMs();
  const record = known ?? newRecord(id, now);
  const before = record.apiKey;
  const isKnown = record.tokenDigests.length > 0 || record.publicKey !== null;
  const apiKey = issueKey(record, now);
  noteReport(record, report, now);
  api.registry.touch(record);
  const code = hyphenateCode(record.registrationCode ?? '');
  if (isKnown) {
    const detail = before === null ? 'A key beside the one that it brought.' : 'The same key again.';
    note(api, call, id, 'key_handed_out', detail);
    call.log.warn({ device: id, address: call.address, detail }, 'key handed to a known device');
  } else note(api, call, id, 'registered', `Registration code ${code}.`);

  const shown = welcomePicture(api, call, record, code);
  api.store.noteTold(shown, monotonicMs());
  return {
    status: 200,
    api_key: apiKey,
    friendly_id: record.friendlyId,
    image_url: call.baseUrl + api.signer.sign(shown, id, now),
    ...(config.authMode === 'ed25519' ? { auth_mode: config.authMode } : {}),
    message: `Registered. Use the code ${code} to choose a screen for this device.`,
  };
}

/** The picture with the code of the device, drawn before the device asks; another one where there is no room for it. */
function welcomePicture(api: DeviceApi, call: CallContext, record: DeviceRecord, code: string): ContentHash {
  const { config, log } = call;
  const { id, report } = record;
  const display = settleDisplay(config, {}, report);
  const welcome = api.screens.welcome(display, code);
  const share = config.devices.has(id) ? 'named' : 'stranger';
  // Anybody can call for any device: what that one was promised stays promised.
  if (!api.pictures.promises.offer(welcome, { device: null, share, isShown: false })) {
    return api.substitutes.choose(null, display, { device: null, isShown: false });
  }
  void api.pictures.ahead(welcome, { device: id, log });
  return welcome.hash;
}

/** Why the device gets no key. Setups count as attempts, except for devices that an admin expects. */
function refusalOf(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  known: DeviceRecord | null,
): SetupRefusal | null {
  const { config } = call;
  const now = api.nowMs();
  const isExpected = known === null ? config.devices.has(id) : known.isReset;
  if (!isExpected && !api.throttle.newDevices.take(call.address, now)) return 'too_many_attempts';
  return setupRefusal(config, id, known, now);
}

function refuse(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  known: DeviceRecord | null,
  refusal: SetupRefusal,
): SetupAnswer {
  const message = refusalMessage(refusal, id, known);
  if (known !== null)
    note(api, call, id, refusal === 'too_many_attempts' ? 'held_back' : 'setup_refused', message);
  call.log.info({ device: id, address: call.address, refusal }, 'setup refused');
  return { status: 404, api_key: null, friendly_id: null, image_url: null, message };
}
