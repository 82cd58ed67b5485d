import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AlertSettings } from '../../../src/domain/alert-rule.ts';
import type { Found, FoundAlert } from '../../../src/fleet/alerts/alert.ts';
import { AlertBook } from '../../../src/fleet/alerts/alert-book.ts';
import { DAY_MS, HOUR_MS, NOW } from '../../support/alerts/fleet.ts';
import { accepted } from '../../support/config/read-config.ts';

function settings(rules = '{ late: { when: late, to: [ops, night] } }'): AlertSettings {
  const hooks = '{ ops: { url: "http://a" }, night: { url: "http://b" } }';
  return accepted(`alerts: { webhooks: ${hooks}, rules: ${rules} }\n`).snapshot.alerts;
}

function late(...keys: readonly string[]): Found {
  const alerts = keys.map(
    (key): FoundAlert => ({
      ...{ rule: 'late', when: 'late', sinceMs: NOW, text: `${key} is late`, facts: {} },
      subject: { kind: 'device', key, name: key },
    }),
  );
  return new Map([['late', { alerts, beyond: 0 }]]);
}

function take(book: AlertBook, found: Found, nowMs: number, all = settings()): void {
  assert.ok([...book.take(found, all, nowMs)].length >= 0);
}

/** The keys of each list. */
function news(book: AlertBook, webhook: string, nowMs = NOW, all = settings()): readonly string[] | null {
  const found = book.newsFor(webhook, all, nowMs);
  if (found === null) return null;
  const keys = (list: readonly FoundAlert[]): string => list.map(({ subject }) => subject.key).join();
  return [keys(found.firing), keys(found.reminders), keys(found.resolved)];
}

function tell(book: AlertBook, webhook: string, nowMs: number): void {
  const found = book.newsFor(webhook, settings(), nowMs);
  assert.ok(found !== null);
  book.setTold(webhook, found, nowMs);
}

describe('the book of alerts', () => {
  it('tells each webhook once that something fires, and once that it is over', () => {
    const book = new AlertBook();
    take(book, late('a', 'b'), NOW);
    assert.deepEqual(news(book, 'ops'), ['a,b', '', '']);
    tell(book, 'ops', NOW);
    assert.equal(news(book, 'ops'), null);
    take(book, late('b'), NOW + 1);
    assert.deepEqual(news(book, 'ops'), ['', '', 'a']);
    // Nobody has told this one that it fires.
    assert.deepEqual(news(book, 'night'), ['b', '', '']);
    tell(book, 'ops', NOW + 2);
    assert.equal(news(book, 'ops'), null);
    assert.deepEqual(
      book.all.map(({ subject }) => subject.key),
      ['b'],
    );
  });

  it('says nothing of what came and went before anybody was told, or comes back before they hear of its end', () => {
    const book = new AlertBook();
    take(book, late('a'), NOW);
    take(book, late(), NOW + 1);
    assert.deepEqual([news(book, 'ops'), book.all.length], [null, 0]);
    take(book, late('a'), NOW + 2);
    tell(book, 'ops', NOW + 2);
    take(book, late(), NOW + 3);
    take(book, late('a'), NOW + 4);
    assert.equal(news(book, 'ops', NOW + 5), null);
  });

  it('reminds of what lasts, and never where nobody wants that', () => {
    const book = new AlertBook();
    take(book, late('a'), NOW);
    tell(book, 'ops', NOW);
    assert.equal(news(book, 'ops', NOW + DAY_MS - 1), null);
    assert.deepEqual(news(book, 'ops', NOW + DAY_MS), ['', 'a', '']);
    const never = { ...settings(), repeatMs: 0 };
    assert.equal(news(book, 'ops', NOW + 9 * DAY_MS, never), null);
  });

  it('forgets what belongs to a rule or a webhook that is gone', () => {
    const book = new AlertBook();
    take(book, late('a'), NOW);
    tell(book, 'night', NOW);
    const without = settings('{ late: { when: late, to: ops } }');
    take(book, late(), NOW + 1, without);
    assert.equal(book.all.length, 0);
    take(book, late('a'), NOW + 2);
    take(book, new Map(), NOW + 3, settings('{}'));
    assert.equal(book.all.length, 0);
  });

  it('does not tell one by one what was only counted before', () => {
    const book = new AlertBook();
    const full = new Map([['late', { alerts: late('a').get('late')?.alerts ?? [], beyond: 7 }]]);
    take(book, full, NOW);
    assert.deepEqual(book.count(settings().rules), new Map([['late', 8]]));
    assert.equal(book.newsFor('ops', settings(), NOW)?.beyond, 7);
    tell(book, 'ops', NOW);
    take(book, late('a', 'b', 'c'), NOW + 1);
    assert.equal(news(book, 'ops'), null);
    take(book, late('a', 'b', 'c', 'd'), NOW + 2);
    assert.deepEqual(news(book, 'ops', NOW + HOUR_MS), ['d', '', '']);
  });

  it('has room for rules with names that objects have', () => {
    const odd = settings('{ constructor: { when: late, to: ops } }');
    const book = new AlertBook();
    take(book, new Map([['constructor', { alerts: [], beyond: 0 }]]), NOW, odd);
    assert.deepEqual(book.count(odd.rules), new Map([['constructor', 0]]));
  });
});
