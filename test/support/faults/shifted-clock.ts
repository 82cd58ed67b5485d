/** Preloaded into a server, so that its clock is ahead of the others' by `CLOCK_AHEAD_MS`, in its threads as well. */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? '0');
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...parts: readonly unknown[]) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...(parts as [number]));
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
} as DateConstructor;
