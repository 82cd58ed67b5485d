/** `GET /api/setup`: registers a device, or gives a known one its key again if the config allows that. */

import type { ContentHash } from '../../domain/content-hash.ts';
import { settleDisplay } from '../../domain/device-display.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { hyphenateCode, longCode } from '../../domain/registration-code.ts';
import { type DeviceReport, mergeReports } from '../../domain/report.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { LateSchema, type SchemaValue } from '../../platform/base/late-schema.ts';
import { type DeviceRecord, newRecord } from '../register/device-record.ts';
import { issueKey, noteEntry, noteReport } from './authentication.ts';
import { hasCredential } from './claim.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { note } from './note-event.ts';
import { refusalMessage, type SetupRefusal, setupRefusal } from './setup-policy.ts';

/** Servers that register one device at the same time are few. */
const MAX_TRIES = 4;

export const setupAnswerSchema = new LateSchema(
  'SetupAnswer',
  (z) =>
    z.object({
      // Firmware reads it here, not in the HTTP status.
      status: z.int().describe('200, or 404 when there is no key for this device: `message` says why'),
      // Null, never empty, where there is none: firmware would keep an empty key and never ask again.
      api_key: z.string().nullable().describe('Token for the `Access-Token` header: 32 hex characters'),
      friendly_id: z.string().nullable().describe('12 hex characters'),
      image_url: z
        .url()
        .describe('Absolute address')
        .nullable()
        .describe('Signed address of a welcome picture with the registration code'),
      // Firmware keeps 127 characters.
      message: z.string().max(127).nullable().describe('Shown on the panel'),
      auth_mode: z.literal('ed25519').optional().describe('Present where devices must sign their calls'),
    }),
  [
    {
      status: 200,
      api_key: '0123456789abcdef0123456789abcdef',
      friendly_id: 'a1b2c3d4e5f6',
      image_url: 'http://stipple.example:3000/api/image/3f0c…e1.png?exp=1771678564&sig=…',
      message: 'Registered. Use the code TTFYS-CFDVR-ZMXMU to choose a screen for this device.',
    },
  ],
);

export type SetupAnswer = SchemaValue<typeof setupAnswerSchema>;

/** Register a device. It has its key only when its identity is kept: then it is the same after a restart, and on every server. */
export async function setup(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  report: DeviceReport,
): Promise<SetupAnswer> {
  const isLearnt = api.keeper.refresh(id);
  if (isLearnt !== true && !(await isLearnt)) return refuse(api, call, id, null, 'unavailable');
  const known = api.registry.get(id);
  const refusal = refusalOf(api, call, id, known);
  if (refusal !== null) return refuse(api, call, id, known, refusal);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const registered = register(api, call, id, report);
    const kept = await api.keeper.keep(registered.record);
    if (kept === 'kept') return welcome(api, call, report, registered);
    if (kept === 'unavailable') break;
    // Another server has registered the device at the same time: it gets the key of that one.
  }
  return refuse(api, call, id, api.registry.get(id), 'unavailable');
}

/** A device with its key, and how it had it. */
interface Registered {
  readonly record: DeviceRecord;
  readonly apiKey: string;
  /** What the device had before: nothing, the same key, or only others. */
  readonly before: 'nothing' | 'same' | 'others';
}

/** Synchronous, so that two first calls of one device get equal answers. */
function register(
  api: DeviceApi,
  { address, config }: CallContext,
  id: DeviceId,
  report: DeviceReport,
): Registered {
  const now = api.nowMs();
  const record = api.registry.get(id) ?? newRecord(id, now);
  const isKnown = hasCredential(record);
  const hadKey = record.apiKey !== null;
  const apiKey = issueKey(record, now);
  noteEntry(config, record);
  if (!isKnown) {
    noteReport(record, report, now);
    record.address = address;
    api.registry.touch(record);
    api.keeper.note(record);
  }
  return { record, apiKey, before: !isKnown ? 'nothing' : hadKey ? 'same' : 'others' };
}

function welcome(
  api: DeviceApi,
  call: CallContext,
  report: DeviceReport,
  { record, apiKey, before }: Registered,
): SetupAnswer {
  const { config } = call;
  const { id } = record;
  const code = hyphenateCode(longCode(apiKey) ?? '');
  if (before === 'nothing') note(api, call, id, 'registered', `Registration code ${code}.`);
  else {
    const detail = before === 'others' ? 'A key beside the one that it brought.' : 'The same key again.';
    note(api, call, id, 'key_handed_out', detail);
    call.log.warn({ device: id, address: call.address, detail }, 'key handed to a known device');
  }
  const shown = welcomePicture(api, call, id, mergeReports(record.report, report), code);
  api.store.noteAnnounced(shown, monotonicMs());
  return {
    status: 200,
    api_key: apiKey,
    friendly_id: record.friendlyId,
    image_url: call.baseUrl + api.signer.sign(shown, id, api.nowMs()),
    ...(config.authMode === 'ed25519' ? { auth_mode: config.authMode } : {}),
    message: `Registered. Use the code ${code} to choose a screen for this device.`,
  };
}

/** The picture with the code of the device, drawn before the device asks; another one where there is no room for it. */
function welcomePicture(
  api: DeviceApi,
  { config, log }: CallContext,
  id: DeviceId,
  report: DeviceReport,
  code: string,
): ContentHash {
  const display = settleDisplay(config, {}, report);
  const welcome = api.screens.welcome(display, code);
  // Anybody can call for any device, of any size: what that one was promised stays promised, and its share is not taken.
  const to = { device: null, party: 'stranger', isShown: false } as const;
  if (!api.pictures.promises.offer(welcome, to)) return api.substitutes.choose(null, display, to);
  void api.pictures.ahead(welcome, { device: id, party: 'stranger', log });
  api.sharedContents.offer(welcome);
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

/** Refusals that say nothing about the device. */
const HELD_BACK: ReadonlySet<SetupRefusal> = new Set(['too_many_attempts', 'unavailable']);

function refuse(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  known: DeviceRecord | null,
  refusal: SetupRefusal,
): SetupAnswer {
  const message = refusalMessage(refusal, id, known);
  if (known !== null) note(api, call, id, HELD_BACK.has(refusal) ? 'held_back' : 'setup_refused', message);
  call.log.info({ device: id, address: call.address, refusal }, 'setup refused');
  return { status: 404, api_key: null, friendly_id: null, image_url: null, message };
}
