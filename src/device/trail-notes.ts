/** Puts what devices do into their trails: polls with what they were told, and image calls. */
import { AppError, ERRORS } from '../base/errors.ts';
import { parseShortDeviceId } from '../domain/device-id.ts';
import type { DeviceReport } from '../domain/report.ts';
import type { ImageStep } from '../domain/trail/entries.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import type { DisplayOutcome } from './display.ts';

/** Note a poll of a device that was examined. */
export function notePoll(
  api: Pick<DeviceApi, 'trail' | 'nowMs'>,
  { address, baseUrl, called, requestId }: Pick<CallContext, 'address' | 'baseUrl' | 'called' | 'requestId'>,
  { batteryVoltage, percentCharged, rssi, firmwareVersion }: DeviceReport,
  { told, answer }: DisplayOutcome,
): void {
  if (told === null) return;
  const { id, isMapped, decision, code, picture, screen } = told;
  const atMs = api.nowMs();
  api.trail.polled(
    id,
    {
      ...{ kind: 'poll', atMs, lastMs: atMs, count: 1, requestId, address },
      ...{ called: called.base, forwarded: called.forwarded, imageBase: baseUrl },
      ...{ batteryVoltage, percentCharged, rssi, firmware: firmwareVersion },
      ...{ decision, code, picture, screen, refreshSeconds: answer.refresh_rate },
      ...{ drawing: null, images: [] },
    },
    isMapped,
  );
}

/** An image call: who made it, and for what. */
export interface ImageCallFacts extends Pick<ImageStep, 'address' | 'requestId'> {
  /** Name of the picture in the address. */
  readonly name: string;
  readonly query: URLSearchParams;
}

/** How it was answered, or why it was refused. */
export type ImageAnswer = Pick<ImageStep, 'status' | 'bytes'> | { readonly error: unknown };

/**
 * Note an image call for the device that its address names. Where the signature is not good anybody may have made it: then
 * only one for the very picture that the device was told last is noted.
 */
export function noteImage(
  api: Pick<DeviceApi, 'trail' | 'nowMs' | 'registry'>,
  { address, requestId, name, query }: ImageCallFacts,
  answer: ImageAnswer,
): void {
  const device = query.get('dev');
  const id = device === null ? null : parseShortDeviceId(device);
  if (id === null) return;
  const refusal = 'error' in answer ? refusalOf(answer.error, query, api.nowMs()) : null;
  const isSigned = refusal === null || !UNSIGNED.has(refusal.code);
  if (!isSigned && api.registry.get(id)?.lastContent !== name) return;
  const { status, bytes } = 'error' in answer ? { status: refusal?.status ?? 500, bytes: 0 } : answer;
  const code = refusal?.code ?? null;
  const atMs = api.nowMs();
  api.trail.fetched(id, { kind: 'image', atMs, requestId, address, picture: name, status, bytes, code });
}

const UNSIGNED: ReadonlySet<string> = new Set(['invalid_signature', 'expired']);

function refusalOf(
  error: unknown,
  query: URLSearchParams,
  nowMs: number,
): { readonly status: number; readonly code: string } {
  const code = error instanceof AppError ? error.code : 'internal';
  const isLate = code === 'invalid_signature' && Number(query.get('exp')) * 1000 < nowMs;
  return { status: ERRORS[code].status, code: isLate ? 'expired' : code };
}
