/** What a script asks of the network and what comes back: plain data, so that both cross threads by structured clone. */

/** One outbound request, complete: nothing is filled in later but the default `User-Agent`. */
export interface FetchRequest {
  /** Absolute `http:` or `https:` URL with its query. */
  readonly url: string;
  /** Upper-case method. */
  readonly method: string;
  /** In the order in which they are sent; a name may occur more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Time for everything: name look-up, redirects and the last byte of the body. */
  readonly timeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  /** How long a 2xx answer may be served again; 0 is never. */
  readonly cacheTtlSeconds: number;
}

/** What came back. A status of 404 or 500 is an answer; only a request without an answer is an error. */
export type FetchAnswer =
  | {
      readonly ok: true;
      readonly status: number;
      /** Names in lower case; values of a repeated header joined by `, `. */
      readonly headers: Readonly<Record<string, string>>;
      /** The decoded body (gzip, deflate and brotli are undone). */
      readonly body: Uint8Array;
      readonly fromCache: boolean;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
    }
  | {
      readonly ok: false;
      /** One sentence with method and URL, without userinfo and query. */
      readonly error: string;
    };
