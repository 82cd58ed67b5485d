/** The error table: every code that an answer can carry, with its HTTP status and how loudly it is logged. */

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorEntry {
  readonly status: number;
  /** What the caller reads when the place that raised the error gave no sentence of its own. */
  readonly text: string;
  readonly level: LogLevel;
}

const entry = (status: number, text: string, level: LogLevel = 'info'): ErrorEntry => ({
  status,
  text,
  level,
});

export const ERRORS = {
  missing_header: entry(400, 'A required header is missing.'),
  invalid_header: entry(400, 'A header has a value that cannot be used.'),
  invalid_host: entry(400, 'The Host header is not a host name or address with an optional port.'),
  invalid_request: entry(400, 'The request is not valid HTTP.'),
  invalid_body: entry(400, 'The body is not what this endpoint expects.'),
  invalid_path: entry(400, 'The path is not valid.'),
  invalid_token: entry(401, 'The access token does not belong to this device.'),
  invalid_signature: entry(403, 'The signature of this address is missing, wrong or expired.'),
  not_found: entry(404, 'There is nothing at this address.'),
  device_not_found: entry(404, 'This device is not registered here, and registration is closed.'),
  no_screen: entry(404, 'No screen is assigned to this device, and there is no default screen.'),
  content_not_found: entry(404, 'This picture is not known here any more; call /api/display again.'),
  method_not_allowed: entry(405, 'This address does not take this method.'),
  request_timeout: entry(408, 'The request did not arrive in time.'),
  body_too_large: entry(413, 'The body is larger than this endpoint accepts.'),
  headers_too_large: entry(431, 'The headers are larger than this server accepts.'),
  render_failed: entry(500, 'The picture could not be drawn.', 'error'),
  internal: entry(500, 'Something went wrong inside the server.', 'error'),
  overloaded: entry(503, 'The server is busy; try again soon.', 'warn'),
  not_ready: entry(503, 'The server is not ready.', 'debug'),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * An error that a caller of the API may see.
 * `detail` replaces the table's sentence; it names the offending field and value, never a secret or a path.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra response headers, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: { detail?: string; cause?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(
      options.detail ?? ERRORS[code].text,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get level(): LogLevel {
    return ERRORS[this.code].level;
  }
}
