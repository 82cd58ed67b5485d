/** The headers that identify a device: how the document describes them, and how they are read. */
import type { Request, Response } from 'express';
import type { JsonSchema } from '../../admin/query-fields.ts';
import type { ConfigSnapshot, SignatureVersion } from '../../domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { type DeviceReport, readReport } from '../../domain/report.ts';
import type { Credential } from '../../fleet/calls/credential.ts';
import type { CallContext, DeviceApi } from '../../fleet/calls/device-api.ts';
import { findByToken, isNoAddress } from '../../fleet/calls/find-by-token.ts';
import { AppError } from '../../platform/base/errors.ts';

export const MAC_ADDRESS = { type: 'string', examples: ['AA:BB:CC:DD:EE:FF'] } as const;

/** The header of calls whose device may be known by its key alone. */
export const DEVICE_HEADERS = {
  ID: {
    description:
      'MAC address of the device; without it, or with zeros, the device is the one of the `Access-Token`',
    schema: MAC_ADDRESS,
  },
} as const;

function hex(characters: number): JsonSchema {
  return { type: 'string', pattern: `^[0-9A-Fa-f]{${characters}}$` };
}

/** Headers instead of the token, where the config has `auth_mode: ed25519`. */
export const SIGNATURE_HEADERS = {
  'X-Public-Key': { description: 'With `auth_mode: ed25519`: the key of the device', schema: hex(64) },
  'X-Signature': { description: 'With `auth_mode: ed25519`: the signature', schema: hex(128) },
  'X-Timestamp': {
    description: 'With `auth_mode: ed25519`: the signed time, ms since 1970',
    schema: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 },
  },
  'X-Signature-Version': {
    description: '2 where the whole request is signed; absent for version 1',
    schema: { type: 'integer', enum: [1, 2] },
  },
};

/** Keys of this server have 32 characters; the tokens that other firmware brings are short, too. */
const MAX_TOKEN_LENGTH = 256;

/** The device of a call, and its credential. */
interface Calling {
  readonly id: DeviceId;
  readonly credential: Credential;
}

/**
 * Read which device makes a call.
 * @param path of the route
 * @throws {AppError} missing_header, invalid_header, too_many_attempts
 */
export async function callingDevice(
  request: Request,
  response: Response,
  api: DeviceApi,
  call: CallContext,
  path: string,
): Promise<Calling> {
  const { headersDistinct: headers } = request;
  const isSaid = headers['id']?.some((value) => value.trim() !== '') ?? false;
  // Where a call has neither, the address is what is missing.
  const isNeeded = isSaid || headers['access-token'] === undefined;
  const said = isNeeded ? readSaidId(request, response) : null;
  const credential = readCredential(request, call.config.authMode, path);
  // What is signed is signed with the address.
  const isAsked = credential.kind === 'token' && (said === null || isNoAddress(said));
  const found = isAsked ? await findByToken(api, call, credential) : null;
  if (found !== null) response.locals['device'] = found;
  if (found !== null) return { id: found, credential };
  return { id: said === null || isNoAddress(said) ? readDeviceId(request, response) : said, credential };
}

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
function readSaidId(request: Request, response: Response): DeviceId {
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
