/** Which device makes a call: the one of its `ID` header, else the one of its token. */
import type { Request, Response } from 'express';
import type { DeviceId } from '../../domain/device-id.ts';
import type { Credential } from '../../fleet/calls/credential.ts';
import type { CallContext, DeviceApi } from '../../fleet/calls/device-api.ts';
import { findByToken, isNoAddress } from '../../fleet/calls/find-by-token.ts';
import { readCredential, readDeviceId, readSaidId } from './device-headers.ts';

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
  // Of a call without both, it is the address that is missing.
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
