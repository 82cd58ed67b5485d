import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accepted, refused, warnings } from '../../support/config/read-config.ts';

const HOOK = '  webhooks: { ops: { url: "https://example.org/hook/key", secret: hidden-secret } }\n';

function rule(text: string): readonly string[] {
  return warnings(`alerts:\n${HOOK}  rules:\n    one: ${text}\n`);
}

describe('alerts of a config', () => {
  it('have rules with their own numbers, and a default for each', () => {
    const { alerts } = accepted(`alerts:
${HOOK}  rules:
    late: { when: late, to: ops }
    mine: { when: late, refreshes: 4, at_least: 2h, match: { tag: hall }, to: [ops, ops] }
    battery: { when: battery, to: ops }
    days: { when: battery, days_left: 14, to: ops }
    screens: { when: failing, for: 90s, to: ops }
    repos: { when: repo_offline, to: ops }
    wifi: { when: weak_wifi, below: -75, for: 1d, to: ops }
  digest: 30
  repeat: 0
`).snapshot;
    const found = alerts.rules.map(({ match, name, to, ...rest }) => ({
      ...rest,
      to: to.join(),
      has: match !== null,
    }));
    assert.deepEqual(found, [
      { when: 'late', refreshes: 3, atLeastMs: 1_800_000, to: 'ops', has: false },
      { when: 'late', refreshes: 4, atLeastMs: 7_200_000, to: 'ops', has: true },
      { when: 'battery', below: 15, daysLeft: null, to: 'ops', has: false },
      { when: 'battery', below: null, daysLeft: 14, to: 'ops', has: false },
      { when: 'failing', forMs: 90_000, to: 'ops', has: false },
      { when: 'repo_offline', forMs: 3_600_000, to: 'ops', has: false },
      { when: 'weak_wifi', below: -75, forMs: 86_400_000, to: 'ops', has: false },
    ]);
    assert.deepEqual([alerts.digestMs, alerts.repeatMs], [30_000, 0]);
  });

  it('are none without the section, with five minutes and a day', () => {
    const { alerts } = accepted('default_screen: x\n').snapshot;
    assert.deepEqual(alerts, { webhooks: new Map(), rules: [], digestMs: 300_000, repeatMs: 86_400_000 });
  });

  it('keep addresses, secrets and headers apart', () => {
    const parsed = accepted(
      `alerts:\n  webhooks: { ops: { url: "https://example.org:8443/hook/key?x=1#y", secret: hidden-secret, headers: { Authorization: Bearer abc } } }\n`,
    );
    assert.deepEqual(
      [...parsed.snapshot.alerts.webhooks.values()],
      [{ name: 'ops', origin: 'https://example.org:8443', isSigned: true }],
    );
    assert.deepEqual(parsed.secrets.alertWebhooks.get('ops'), {
      url: 'https://example.org:8443/hook/key?x=1',
      secret: 'hidden-secret',
      headers: [['Authorization', 'Bearer abc']],
    });
  });

  it('are warned of where nobody would be told, or a number has no sense', () => {
    assert.match(rule('{ when: late }').join(), /one: nobody is told; expected `to` with a webhook/);
    assert.match(
      rule('{ when: late, to: opps }').join(),
      /one\.to: there is no webhook "opps"; did you mean ops\?/,
    );
    assert.match(
      rule('{ when: late, to: ops, refreshes: 0 }').join(),
      /refreshes: expected a number from 1 to 1000, got 0/,
    );
    assert.match(
      rule('{ when: late, to: ops, at_least: soon }').join(),
      /at_least: expected a time such as 90s, 30m/,
    );
    assert.match(
      rule('{ when: battery, to: ops, below: 150 }').join(),
      /below: expected a number from 1 to 100/,
    );
    assert.match(
      rule('{ when: weak_wifi, to: ops, below: 20 }').join(),
      /below: expected a number from -120 to -1/,
    );
    assert.match(
      rule('{ when: weak_wifi, to: ops, for: 30d }').join(),
      /for: expected a time .* from 1h to 7d/,
    );
    assert.match(
      rule('{ when: late, to: ops, days_left: 3 }').join(),
      /days_left: no effect with `when: late`/,
    );
    assert.match(rule('{ when: repo_offline, to: ops, match: { tag: x } }').join(), /match: no effect with/);
    assert.deepEqual(rule('{ when: late, to: ops }'), []);
  });

  it('are refused where nobody can guess what is meant', () => {
    const bad = (text: string): string => refused(`alerts:\n${text}`).join('\n');
    assert.match(
      bad('  rules: { a: { when: latte, to: x } }\n'),
      /a\.when: expected one of late, .* did you mean late\?/,
    );
    assert.match(bad('  rules: { a: { to: x } }\n'), /a\.when: expected one of late, battery.*got nothing/);
    assert.match(
      bad('  rules: { a: { when: late, match: { tagg: x }, to: x } }\n'),
      /alerts\.rules\.a\.match\.tagg: there is no key "tagg"/,
    );
    assert.match(bad('  rules: { "a b": { when: late } }\n'), /expected a name of letters/);
    const many = Array.from({ length: 51 }, (_, n) => `    r${n}: { when: late }\n`).join('');
    assert.match(bad(`  rules:\n${many}`), /alerts\.rules: expected at most 50, got 51/);
  });

  it('never show an address, a secret or the value of a header in a message', () => {
    for (const text of [
      'url: "ftp://example.org/s3cret"',
      'url: "https://me:s3cret@example.org/"',
      'url: s3cret',
      'url: [s3cret]',
      'url: "https://example.org", secret: { a: s3cret }',
      `url: "https://example.org", secret: "s3cret${'x'.repeat(2_000)}"`,
      'url: "https://example.org", headers: { Host: s3cret }',
      'url: "https://example.org", headers: { X-Stipple-Delivery: s3cret }',
      'url: "https://example.org", headers: { "a b": s3cret }',
      'url: "https://example.org", headers: { A: "s3cret\\nB: c" }',
      'secret: s3cret',
    ]) {
      const reasons = refused(`alerts: { webhooks: { ops: { ${text} } } }\n`).join('\n');
      assert.doesNotMatch(reasons, /s3cret/, text);
      assert.match(reasons, /alerts\.webhooks\.ops/, text);
    }
  });
});
