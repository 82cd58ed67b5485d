/** What a test has opened is closed in the other order: a page before its server, a server before its store. */
import type { TestContext } from 'node:test';

type Close = () => unknown;

const opened = new WeakMap<TestContext, Close[]>();

/** Close something when the test ends, before all that was given here earlier; the hooks of `t.after` run first to last. */
export function closeLater(t: TestContext, close: Close): void {
  const known = opened.get(t);
  if (known !== undefined) {
    known.push(close);
    return;
  }
  const closes = [close];
  opened.set(t, closes);
  t.after(() => closeAll(closes));
}

/** Close all, the last one first, also where one of them fails. */
async function closeAll(closes: Close[]): Promise<void> {
  const close = closes.pop();
  if (close === undefined) return;
  try {
    await close();
  } finally {
    await closeAll(closes);
  }
}
