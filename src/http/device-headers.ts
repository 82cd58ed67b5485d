/** Reads the headers that identify a device. */
import type { Request, Response } from 'express';
import { AppError } from '../base/errors.ts';
import { type DeviceId, parseDeviceId } from '../domain/device-id.ts';
import { type DeviceReport, readReport } from '../domain/report.ts';

/** Keys of this server have 32 characters; other firmware brings its own, but no novels. */
const MAX_TOKEN_LENGTH = 256;

/**
 * The MAC address of the `ID` header.
 * @throws {AppError} missing_header, invalid_header
 */
export function readDeviceId(request: Request, response: Response): DeviceId {
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
export function readToken(request: Request): string {
  const token = readOnce(request, 'Access-Token');
  if (token.length > MAX_TOKEN_LENGTH) {
    throw new AppError('invalid_header', {
      detail: `Header Access-Token: expected at most ${MAX_TOKEN_LENGTH} characters, got ${token.length}.`,
    });
  }
  return token;
}

/**
 * A header that must be there once.
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

/** A header value as an error message may show it: short and printable. */
function quote(value: string): string {
  const printable = value.replaceAll(/[^\x20-\x7e]/g, '?');
  return `"${printable.length > 40 ? `${printable.slice(0, 40)}…` : printable}"`;
}
