/** Calls of the server, and what they end with when they fail. */
import { signal } from '@preact/signals';
import { adminUrl } from './place.ts';

/** What is wrong with one field of what was sent. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** A call that the server refused, or that never reached it. */
export class CallError extends Error {
  override name = 'CallError';
  /** HTTP status; 0 where the server was not reached. */
  readonly status: number;
  /** A code of `docs/errors.md`; `unreachable` where the server was not reached. */
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  /** Seconds after which a further try makes sense; null where the server names none. */
  readonly retryAfter: number | null;

  constructor(answer: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly problems?: readonly FieldProblem[];
    readonly retryAfter?: number | null;
  }) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.problems = answer.problems ?? [];
    this.retryAfter = answer.retryAfter ?? null;
  }
}

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with its type. */
  readonly raw?: { readonly type: string; readonly text: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** How often a call has found that the session is over. The shell shows the login again. */
export const signedOut = signal(0);

/**
 * Call the admin API.
 * @param path below `/api/admin`, with its query
 * @throws {CallError}
 */
export async function callAdmin<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await fetchAnswer(adminUrl(path), options);
  return (await response.json()) as Answer;
}

/**
 * Call the server and expect success.
 * @param url absolute or from the root
 * @throws {CallError}
 */
export async function fetchAnswer(url: string, options: CallOptions = {}): Promise<Response> {
  const response = await reach(url, options);
  if (response.ok) return response;
  if (response.status === 401) signedOut.value += 1;
  throw await refusal(response);
}

async function reach(
  url: string,
  { method = 'GET', body, raw, headers, signal }: CallOptions,
): Promise<Response> {
  const type = body === undefined ? raw?.type : 'application/json';
  try {
    return await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...headers,
      },
      ...(type === undefined ? {} : { body: body === undefined ? (raw?.text ?? '') : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'same-origin',
    });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new CallError({ status: 0, code: 'unreachable', message: 'The server cannot be reached.' });
  }
}

interface ErrorBody {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly problems?: readonly FieldProblem[];
}

async function refusal(response: Response): Promise<CallError> {
  const { status } = response;
  const retry = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  return new CallError({
    status,
    code: typeof body.code === 'string' ? body.code : 'unknown',
    message: typeof body.error === 'string' ? body.error : `The server answered ${status}.`,
    problems: Array.isArray(body.problems) ? body.problems : [],
    retryAfter: Number.isFinite(retry) ? retry : null,
  });
}

/** What went wrong, for people. */
export function describeError(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
