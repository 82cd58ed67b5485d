/** Screens that fail, gathered from the devices that show them: one alert a screen. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { FailingRule } from '../../domain/alert-rule.ts';
import type { FailureRun } from '../../domain/failure-run.ts';
import type { FoundAlert, FoundByRule } from './alert.ts';
import { failingText, harmless } from './alert-text.ts';

interface FailingScreen {
  devices: number;
  sinceMs: number;
  lastMs: number;
  reason: string;
}

export class FailingScreens {
  readonly #most: number;
  readonly #screens = new Map<string, FailingScreen>();
  #beyond = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Note a device whose screen fails. */
  add(ref: string, { sinceMs, lastMs, reason }: Pick<FailureRun, 'sinceMs' | 'lastMs' | 'reason'>): void {
    const screen = this.#screens.get(ref);
    if (screen === undefined) {
      if (this.#screens.size < this.#most) this.#screens.set(ref, { devices: 1, sinceMs, lastMs, reason });
      else this.#beyond += 1;
      return;
    }
    screen.devices += 1;
    screen.sinceMs = Math.min(screen.sinceMs, sinceMs);
    if (lastMs > screen.lastMs) Object.assign(screen, { lastMs, reason });
  }

  /** The alerts of those that have failed for long enough. */
  found({ name: rule, when, forMs }: FailingRule, nowMs: number): FoundByRule {
    const failing = [...this.#screens].filter(([, { sinceMs }]) => nowMs - sinceMs >= forMs);
    const alerts = failing.map(([ref, { devices, sinceMs, reason: told }]): FoundAlert => {
      const name = harmless(ref, ALERT_LIMITS.nameCharacters);
      const reason = harmless(told, ALERT_LIMITS.reasonCharacters);
      const text = failingText(name, devices, sinceMs, reason);
      const subject = { kind: 'screen', key: ref, name } as const;
      return { rule, when, subject, sinceMs, text, facts: { devices, reason } };
    });
    return { alerts, beyond: this.#beyond };
  }
}
