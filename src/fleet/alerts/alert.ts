/** Alerts: that something is as a rule says, of one subject each. */

import type { AlertKind } from '../../domain/alert-rule.ts';
import type { PlainObject } from '../../platform/base/plain.ts';

/** What an alert can be about. */
export const SUBJECT_KINDS = ['device', 'screen', 'repo'] as const;

export interface AlertSubject {
  readonly kind: (typeof SUBJECT_KINDS)[number];
  /** MAC address, screen, or handle. */
  readonly key: string;
  /** For people. */
  readonly name: string;
}

/** An alert as a look finds it. */
export interface FoundAlert {
  /** Name of its rule. */
  readonly rule: string;
  readonly when: AlertKind;
  readonly subject: AlertSubject;
  /** Since when it is so, or is known to be so; in ms since 1970. */
  readonly sinceMs: number;
  /** One line for people. */
  readonly text: string;
  /** The numbers of the text, for programs. */
  readonly facts: PlainObject;
}

/** What a look has found of one rule. */
export interface FoundByRule {
  readonly alerts: readonly FoundAlert[];
  /** Alerts beyond those that are known one by one. */
  readonly beyond: number;
}

export type Found = ReadonlyMap<string, FoundByRule>;

/** An alert that was found before. */
export interface KeptAlert extends FoundAlert {
  /** When it was found first. */
  readonly firedMs: number;
  /** When it was not found any more; null while it fires. */
  readonly resolvedMs: number | null;
  /** When each webhook last got the alert, by the name of the webhook. */
  readonly told: Readonly<Record<string, number>>;
}

/** Names an alert among all. */
export function alertKey({ rule, subject: { key } }: Pick<FoundAlert, 'rule' | 'subject'>): string {
  return `${rule} ${key}`;
}
