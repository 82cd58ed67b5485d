/** Asks the admin API of the server that a bench measures. */
import { BENCH_LIMITS } from './bench-limits.ts';

/** The admin API of a server. */
export interface AdminAddress {
  readonly url: string;
  readonly token: string;
}

/**
 * The answer to a path below `/api/admin/`.
 * @param none  what stands for an answer where there is none: a server that is gone is noticed elsewhere
 */
export async function adminGet<T>({ url, token }: AdminAddress, path: string, none: T): Promise<T> {
  try {
    const answer = await fetch(`${url}/api/admin/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(BENCH_LIMITS.callMs),
      redirect: 'error',
    });
    return answer.ok ? ((await answer.json()) as T) : none;
  } catch {
    return none;
  }
}
