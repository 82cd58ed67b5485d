/** `fetch` that fails where the answer is not as the OpenAPI document says. */
import { undocumented } from './check-answer.ts';

/** An answer that the document has, read to its end; of a stream of events, what comes first. */
export interface DocumentedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The code of an error; undefined for other answers. */
  readonly code: string | undefined;
}

/** Make a call. @throws {Error} where the answer is not in the document */
export async function documentedFetch(url: string, init: RequestInit = {}): Promise<DocumentedAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const body = await bytesOf(response);
  const fault = undocumented(init.method ?? 'GET', new URL(url).pathname, { status, headers, body });
  if (fault !== null) throw new Error(`not as the OpenAPI document says: ${fault} (${url})`);
  return { status, headers, body, code: codeOf(status, headers, body) };
}

/** The bytes of an answer; of a stream of events, which has no end, what comes first. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  if (response.headers.get('content-type') !== 'text/event-stream') {
    return new Uint8Array(await response.arrayBuffer());
  }
  const reader = response.body?.getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? new Uint8Array();
}

function codeOf(status: number, headers: Headers, body: Uint8Array): string | undefined {
  if (status < 400 || body.length === 0 || headers.get('content-type') !== 'application/json')
    return undefined;
  return (JSON.parse(new TextDecoder().decode(body)) as { readonly code?: string }).code;
}
