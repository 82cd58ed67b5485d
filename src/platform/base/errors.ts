/** The error table: every error code that a response can carry, with its HTTP status and log level. A busy display call alone is answered by its route, with 429. */

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorEntry {
  readonly status: number;
  /** The message for the caller when the code that raised the error gave none. */
  readonly text: string;
  readonly level: LogLevel;
  /** After so many seconds another try is of use; the header `Retry-After` says so. Absent where waiting does not help. */
  readonly retryAfterSeconds?: number;
}

const entry = (status: number, text: string, level: LogLevel = 'info'): ErrorEntry => ({
  status,
  text,
  level,
});

/** An error that goes away by itself. */
const passing = (retryAfterSeconds: number, of: ErrorEntry): ErrorEntry => ({ ...of, retryAfterSeconds });

export const ERRORS = {
  missing_header: entry(400, 'A required header is missing.'),
  invalid_header: entry(400, 'A header has a value that cannot be used.'),
  invalid_host: entry(400, 'The Host header is not a host name or address with an optional port.'),
  invalid_request: entry(400, 'The request is not valid HTTP.'),
  invalid_body: entry(400, 'The body is not what this endpoint expects.'),
  credentials_in_url: entry(400, 'The address of a repository must not contain a user name or password.'),
  invalid_query: entry(400, 'The query has a parameter that this endpoint does not take.'),
  invalid_picture: entry(400, 'The picture cannot be shown.'),
  file_refused: entry(400, 'This is no file that can be read or written here.'),
  invalid_path: entry(400, 'The path is not valid.'),
  invalid_token: entry(401, 'The access token does not belong to this device.'),
  invalid_frame_token: entry(401, 'There is no such frame, or the token is none of its tokens.'),
  invalid_device_signature: entry(
    401,
    'The signature of this call is wrong, too old, used before, or of another key than the device has.',
  ),
  unauthorized: entry(
    401,
    'The token of the admin API is missing, wrong or void; send it in the header Authorization, after the word Bearer.',
  ),
  data_token_refused: entry(
    401,
    'The data token is missing or wrong, or is not for this name; send it in the header Authorization, after the word Bearer.',
  ),
  hook_refused: entry(401, 'There is no such webhook, or the signature or the secret of this call is wrong.'),
  invalid_signature: entry(403, 'The signature of this address is missing, wrong or expired.'),
  forbidden: entry(403, 'The role of this token is not enough for this call.'),
  source_read_only: entry(403, 'Files of this source cannot be written; copy the screen to local.'),
  not_found: entry(404, 'There is nothing at this address.'),
  device_not_found: entry(404, 'This device is not registered here, and registration is closed.'),
  no_screen: entry(404, 'No screen is assigned to this device, and there is no default screen.'),
  content_not_found: entry(404, 'This picture is not known here any more; call /api/display again.'),
  unknown_device: entry(404, 'There is no such device.'),
  unknown_frame: entry(404, 'There is no such frame.'),
  unknown_revision: entry(404, 'The state store has no such revision of the config.'),
  unknown_group: entry(404, 'There is no such group.'),
  not_pushed: entry(404, 'Nothing is pushed here.'),
  unknown_repo: entry(404, 'There is no such screen repo.'),
  unknown_source: entry(404, 'There is no such source of screens.'),
  unknown_file: entry(404, 'There is no such file.'),
  method_not_allowed: entry(405, 'This address does not take this method.'),
  request_timeout: entry(408, 'The request did not arrive in time.'),
  config_read_only: entry(409, 'config is embedded/read-only; set CONFIG_FILE'),
  config_changed: entry(
    409,
    'The config was changed meanwhile; read it again, and make your change in that.',
  ),
  no_config_history: entry(409, 'The config is not in the state store: there are no revisions of it.'),
  config_not_usable: entry(409, 'The config file cannot be used as it stands; nothing was written.', 'warn'),
  config_not_writable: entry(409, 'The config file may not be written; it is as it was.', 'warn'),
  device_exists: entry(409, 'There is an entry for this device already.'),
  frame_exists: entry(409, 'There is a frame of this name already; use PATCH to change it.'),
  reserved_key: entry(409, 'The device DEFAULT is reserved and cannot be deleted.'),
  repo_exists: entry(409, 'There is a screen repo with this handle already.'),
  reserved_handle: entry(409, 'This handle is reserved for what comes with the server.'),
  repo_in_use: entry(409, 'A device shows a screen of this repo.'),
  file_exists: entry(409, 'There is a file of this name already.'),
  file_changed: entry(409, 'The file is not as it was when it was read.'),
  device_changed: entry(
    412,
    'The entry of the device is not what If-Match names: it was changed meanwhile. Read it again.',
  ),
  group_changed: entry(412, 'The group is not what If-Match names: it was changed meanwhile. Read it again.'),
  body_too_large: entry(413, 'The body is larger than this endpoint accepts.'),
  unsupported_media_type: entry(415, 'The body must be JSON, sent as application/json.'),
  too_many_attempts: passing(
    60,
    entry(429, 'Too many new devices or wrong tokens came from this address; try again soon.'),
  ),
  picture_delayed: passing(15, entry(429, 'The picture is not drawn yet; ask again soon.', 'warn')),
  headers_too_large: entry(431, 'The headers are larger than this server accepts.'),
  render_failed: entry(500, 'The picture could not be drawn.', 'error'),
  config_not_written: entry(500, 'The config file could not be written; it is as it was.', 'error'),
  file_not_written: entry(500, 'The file could not be written; it is as it was.', 'error'),
  internal: entry(500, 'Something went wrong inside the server.', 'error'),
  store_unavailable: passing(
    5,
    entry(503, 'The state store does not answer: nothing was changed. Try again soon.', 'warn'),
  ),
  overloaded: passing(5, entry(503, 'The server is busy; try again soon.', 'warn')),
  text_given_up: entry(503, 'Reading a text took too long, or too much memory; nothing was changed.', 'warn'),
  no_room_for_push: entry(
    507,
    'There is no room for another push; remove one, or wait until one ends.',
    'warn',
  ),
  not_ready: passing(1, entry(503, 'The server is not ready.', 'debug')),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** One thing that is wrong with a body. */
export interface FieldProblem {
  /** Dotted path of the field; empty for the body as a whole. */
  readonly field: string;
  /** Names the field, what was expected and what came. */
  readonly message: string;
}

/** At most this many problems are written into the sentence; `problems` has all of them. */
const PROBLEMS_IN_SENTENCE = 10;

/**
 * An error that a caller of the API may see.
 * `detail` replaces the table's sentence; it names the offending field and value, never a secret or a path.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra response headers, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Everything that is wrong with a body; empty for other errors. */
  readonly problems: readonly FieldProblem[];

  constructor(
    code: ErrorCode,
    options: {
      readonly detail?: string;
      readonly cause?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly problems?: readonly FieldProblem[];
    } = {},
  ) {
    super(
      options.detail ?? describeProblems(options.problems) ?? ERRORS[code].text,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.headers = { ...retryHeader(ERRORS[code]), ...options.headers };
    this.problems = options.problems ?? [];
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get level(): LogLevel {
    return ERRORS[this.code].level;
  }
}

function retryHeader({ retryAfterSeconds }: ErrorEntry): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

/** The error for a request that found no free worker; the caller may repeat it after a few seconds. */
export function overloaded(): AppError {
  return new AppError('overloaded');
}

/** The error for a call that was not examined, because too many guesses came before it. */
export function tooManyAttempts(): AppError {
  return new AppError('too_many_attempts');
}

/** All problems in one sentence; undefined when there are none. */
function describeProblems(problems: readonly FieldProblem[] = []): string | undefined {
  if (problems.length === 0) return undefined;
  const shown = problems.slice(0, PROBLEMS_IN_SENTENCE).map((problem) => problem.message);
  const more = problems.length - shown.length;
  return `${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
