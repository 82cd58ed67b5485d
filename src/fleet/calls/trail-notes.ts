/** Puts what devices do into their trails: polls with what they were told, and image calls. */

import { parseShortDeviceId } from '../../domain/device-id.ts';
import type { DeviceReport } from '../../domain/report.ts';
import type { ImageStep } from '../../domain/trail/entries.ts';
import { AppError, ERRORS, type ErrorCode } from '../../platform/base/errors.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import type { DisplayOutcome } from './display.ts';
import { type EventCaller, note } from './note-event.ts';

/** Note a poll of a device that was examined. */
export function notePoll(
  api: Pick<DeviceApi, 'trail' | 'nowMs'>,
  { address, baseUrl, called, requestId }: Pick<CallContext, 'address' | 'baseUrl' | 'called' | 'requestId'>,
  { batteryVoltage, percentCharged, rssi, firmwareVersion }: DeviceReport,
  { announced, answer }: DisplayOutcome,
): void {
  if (announced === null) return;
  const { id, isAssigned, decision, code, picture, screen } = announced;
  const atMs = api.nowMs();
  api.trail.polled(
    id,
    {
      kind: 'poll',
      atMs,
      lastMs: atMs,
      count: 1,
      requestId,
      address,
      called: called.base,
      forwarded: called.forwarded,
      imageBase: baseUrl,
      batteryVoltage,
      percentCharged,
      rssi,
      firmware: firmwareVersion,
      decision,
      code,
      picture,
      screen,
      refreshSeconds: answer.refresh_rate,
      drawing: null,
      images: [],
    },
    isAssigned,
  );
}

/** An image call: who made it, and for what. */
export interface ImageCallFacts extends EventCaller {
  /** Name of the picture in the address. */
  readonly name: string;
  readonly query: URLSearchParams;
}

/** How it was answered, or why it was refused. */
export type ImageReply = Pick<ImageStep, 'status' | 'bytes'> | { readonly error: unknown };

/**
 * Note an image call for the device that its address names. Where the signature is not good anybody may have made it: one
 * for the very picture that the device was told last is counted with its events, and is no step of its trail.
 */
export function noteImage(
  api: Pick<DeviceApi, 'trail' | 'nowMs' | 'registry' | 'events' | 'signer'>,
  { address, requestId, name, query }: ImageCallFacts,
  answer: ImageReply,
): void {
  const device = query.get('dev');
  const id = device === null ? null : parseShortDeviceId(device);
  if (id === null) return;
  const atMs = api.nowMs();
  const code = 'error' in answer ? codeOf(answer.error) : null;
  if (code === 'invalid_signature') {
    if (api.registry.get(id)?.lastContent !== name) return;
    const isExpired = api.signer.isExpired(name, query, atMs);
    note(api, { address, requestId }, id, isExpired ? 'image_expired' : 'image_refused', null);
    return;
  }
  const { status, bytes } =
    'error' in answer ? { status: ERRORS[code ?? 'internal'].status, bytes: 0 } : answer;
  api.trail.fetched(id, { kind: 'image', atMs, requestId, address, picture: name, status, bytes, code });
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'internal';
}
