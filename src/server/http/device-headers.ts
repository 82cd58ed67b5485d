/** Reads the headers that identify a device. */
import type { Request, Response } from 'express';
import type { ConfigSnapshot, SignatureVersion } from '../../domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { type DeviceReport, readReport } from '../../domain/report.ts';
import type { Credential } from '../../fleet/calls/credential.ts';
import { isNoAddress } from '../../fleet/calls/find-by-token.ts';
import { AppError } from '../../platform/base/errors.ts';

/** Keys of this server have 32 characters; the tokens that other firmware brings are short, too. */
const MAX_TOKEN_LENGTH = 256;

/**
 * The MAC address of the `ID` header. One of only zeros or ones is none: clients send it that know none.
 * @throws {AppError} missing_header, invalid_header
 */
export function readDeviceId(request: Request, response: Response): DeviceId {
  const id = readSaidId(request, response);
  if (!isNoAddress(id)) return id;
  throw new AppError('missing_header', {
    detail: `Header ID: expected the MAC address of the device, got one of only ${id.startsWith('0') ? 'zeros' : 'ones'}.`,
  });
}

/**
 * What the `ID` header says, also where no device has it.
 * @throws {AppError} missing_header, invalid_header
 */
export function readSaidId(request: Request, response: Response): DeviceId {
  const text = readOnce(request, 'ID');
  const id = parseDeviceId(text);
  if (id === null) {
    throw new AppError('invalid_header', {
      detail: `Header ID: expected a MAC address such as AA:BB:CC:DD:EE:FF, got ${quote(text)}.`,
    });
  }
  response.locals['device'] = id;
  return id;
}

/**
 * The token of the `Access-Token` header; empty when the device sent it empty.
 * @throws {AppError} missing_header, invalid_header
 */
function readToken(request: Request): string {
  const token = readOnce(request, 'Access-Token');
  if (token.length > MAX_TOKEN_LENGTH) {
    throw new AppError('invalid_header', {
      detail: `Header Access-Token: expected at most ${MAX_TOKEN_LENGTH} characters, got ${token.length}.`,
    });
  }
  return token;
}

/**
 * The credential of the device, of the kind that the mode requires.
 * @param path of the route, which version 2 of signed calls signs, however many slashes the device sent
 * @param body bytes as they came; empty for calls without a body
 * @throws {AppError} missing_header, invalid_header
 */
export function readCredential(
  request: Request,
  authMode: ConfigSnapshot['authMode'],
  path: string,
  body: Uint8Array = NO_BODY,
): Credential {
  if (authMode === 'api_key') return { kind: 'token', token: readToken(request) };
  const version = readVersion(request);
  const publicKey = readPattern(request, 'X-Public-Key', /^[\da-f]{64}$/i, '64 hex characters').toLowerCase();
  const signature = readPattern(request, 'X-Signature', /^[\da-f]{128}$/i, '128 hex characters');
  const timestamp = readPattern(request, 'X-Timestamp', /^\d{1,15}$/, 'milliseconds since 1970');
  return {
    kind: 'signature',
    publicKey,
    version,
    signature: Buffer.from(signature, 'hex'),
    timestampMs: Number(timestamp),
    request: { method: request.method, target: path + queryOf(request), body },
  };
}

const NO_BODY = new Uint8Array();

/** Version 1 has no header of its own. */
function readVersion(request: Request): SignatureVersion {
  if (request.headersDistinct['x-signature-version'] === undefined) return 1;
  return readPattern(request, 'X-Signature-Version', /^[12]$/, '1 or 2') === '2' ? 2 : 1;
}

/** The query as it was sent, with its question mark; empty without one. */
function queryOf(request: Request): string {
  const start = request.url.indexOf('?');
  return start < 0 ? '' : request.url.slice(start);
}

function readPattern(request: Request, name: string, pattern: RegExp, expected: string): string {
  const value = readOnce(request, name);
  if (pattern.test(value)) return value;
  throw new AppError('invalid_header', {
    detail: `Header ${name}: expected ${expected}, got ${quote(value)}.`,
  });
}

/**
 * A header that must be present exactly once.
 * @throws {AppError} missing_header, invalid_header
 */
export function readOnce(request: Request, name: string): string {
  const values = request.headersDistinct[name.toLowerCase()];
  const value = values?.[0];
  if (values === undefined || value === undefined) {
    throw new AppError('missing_header', { detail: `Header ${name} is required.` });
  }
  if (values.length > 1) {
    throw new AppError('invalid_header', {
      detail: `Header ${name}: expected once, got ${values.length} times.`,
    });
  }
  return value;
}

/** What the device says of itself. */
export function readDeviceReport(request: Request): DeviceReport {
  return readReport((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  });
}

/** A header value as error messages show it: short and printable. */
function quote(value: string): string {
  const printable = value.replaceAll(/[^\x20-\x7e]/g, '?');
  return `"${printable.length > 40 ? `${printable.slice(0, 40)}…` : printable}"`;
}
