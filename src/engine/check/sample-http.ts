/** Replaces the network in a check: gives the answers of a sample, and refuses all other requests. */
import { LIMITS } from '../../platform/base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import type { Sample, SampleAnswer } from './sample.ts';

export class SampleHttp {
  readonly #roots: readonly string[];
  readonly #dir: string;
  readonly #answers: Sample['http'];
  /** Requests that had no answer, as `GET https://…`, without their queries: these may carry keys. */
  readonly refused: Set<string> = new Set();

  /** @param place where the sample's files are */
  constructor(answers: Sample['http'], place: { readonly roots: readonly string[]; readonly dir: string }) {
    this.#answers = answers;
    this.#roots = place.roots;
    this.#dir = place.dir;
  }

  fetch(request: FetchRequest): Promise<FetchAnswer> {
    const { method, url } = request;
    const answer = this.#answers.find(
      (candidate) =>
        (candidate.method === null || candidate.method === method) && url.startsWith(candidate.url),
    );
    if (answer !== undefined) return Promise.resolve(this.#give(answer, request));
    const shown = describeRequest(request);
    this.refused.add(shown);
    return Promise.resolve({ ok: false, error: `${shown}: there is no network in a check` });
  }

  #give({ status, headers, body }: SampleAnswer, request: FetchRequest): FetchAnswer {
    const whole = { ok: true, status, headers, fromCache: false, finalUrl: request.url } as const;
    if ('text' in body) return { ...whole, body: Buffer.from(body.text) };
    const file = this.#dir === '' ? body.file : `${this.#dir}/${body.file}`;
    const read = readScreenFile(this.#roots, file, LIMITS.httpResponseBytes);
    if (read.ok) return { ...whole, body: read.value.bytes };
    const why = `the sample's file "${body.file}": ${read.error.message}`;
    return { ok: false, error: `${describeRequest(request)}: ${why}` };
  }
}

/** A request for messages, without its query. */
function describeRequest({ method, url }: FetchRequest): string {
  return `${method} ${url.split(/[?#]/, 1)[0]}`;
}
