/** Requests that are not allowed, and network errors in words without secrets. */
import { WaitEndedError } from '../../platform/queues/single-flight.ts';

/** A request or an answer that is not allowed. The message is the end of a sentence for the script. */
export class OutboundError extends Error {}

const TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host did not answer',
  EPIPE: 'the connection was closed while sending',
  EPROTO: 'the TLS handshake failed',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is shorter or longer than it claims',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  Z_DATA_ERROR: 'the compressed answer is damaged',
  Z_BUF_ERROR: 'the compressed answer is cut off',
  ERR__ERROR_FORMAT_PADDING_1: 'the compressed answer is damaged',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the TLS certificate is self-signed',
  CERT_HAS_EXPIRED: 'the TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the TLS certificate is for another host',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the TLS certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the TLS certificate cannot be verified',
};

/** Errors whose messages are for scripts already. */
const IN_WORDS = [OutboundError, WaitEndedError];

/** What went wrong, as the end of a sentence. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  if (IN_WORDS.some((type) => error instanceof type)) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return describeError(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined;
  if (known !== undefined) return known;
  if (error.name === 'HTTPParserError') return 'the answer is not HTTP';
  if (code.startsWith('ERR_') && code.includes('BROTLI')) return 'the compressed answer is damaged';
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the TLS handshake failed';
  if (error.cause instanceof Error) return describeError(error.cause);
  return code === '' ? 'the request failed' : `the request failed (${code})`;
}
