/** A script's HTTP request and its answer: plain data, so that both can be sent to other threads. */

/** One response to a script's HTTP request; default and longest wait for it. */
export const HTTP_RESPONSE_BYTES = 10 * 1024 * 1024;
export const HTTP_TIMEOUT_MS = 10_000;
export const HTTP_MAX_TIMEOUT_MS = 30_000;
export const HTTP_MAX_REDIRECTS = 5;

/** One outbound request. All defaults are filled in, apart from those of `User-Agent` and `Accept`. */
export interface FetchRequest {
  /** Absolute `http:` or `https:` URL with its query. */
  readonly url: string;
  /** Upper-case method. */
  readonly method: string;
  /** In the order in which they are sent; a name may occur more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | null;
  /** Time for the whole request: from the name look-up over redirects to the last byte of the body. */
  readonly timeoutMs: number;
  readonly followRedirects: boolean;
  readonly maxRedirects: number;
  /** Highest age of a cached 2xx answer; 0 for no caching. */
  readonly cacheTtlSeconds: number;
  /** True where it must not reach private networks, whatever its screen may; absent for what the screen may. */
  readonly publicOnly?: boolean;
}

/** An answer, be it one with status 404 or 500. */
export interface GoodAnswer {
  readonly ok: true;
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, with gzip, deflate and brotli decoded. */
  readonly body: Uint8Array;
  readonly fromCache: boolean;
  /** Number of the entry in the cache that has this answer; absent where it is not kept. */
  readonly cacheEntry?: number;
  /** The URL after all redirects. */
  readonly finalUrl: string;
}

/** What comes of a request: only one without any answer is not `ok`. */
export type FetchAnswer =
  | GoodAnswer
  | {
      readonly ok: false;
      /** One sentence with method and URL, without userinfo and query. */
      readonly error: string;
    };
