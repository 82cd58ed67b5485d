/** Alerts that stand, and the webhooks that tell of them. */
import { callAdmin } from '../../api/call.ts';
import { mayDo } from '../../api/session.ts';
import type { AlertsView, AlertTested } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { devicePath, Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { countText } from '../../parts/time-text.ts';
import { say, sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';

type Firing = AlertsView['firing'][number];
type Webhook = AlertsView['webhooks'][number];

export function AlertsPart() {
  const loaded = useLoad((signal) => callAdmin<AlertsView>('/alerts', { signal }), [], {
    topics: ['config', 'server'],
  });
  return (
    <section class="card">
      <h2>Alerts</h2>
      <Loading loaded={loaded}>
        {({ firing, more, rules, webhooks }) => (
          <div class="form">
            {firing.length === 0 ? (
              <Nothing hasRules={rules.length > 0} />
            ) : (
              <FiringList firing={firing} more={more} />
            )}
            {rules.length > 0 && (
              <div>
                <h3>Rules</h3>
                <ul class="lines">
                  {rules.map(({ name, when, to, firing: count }) => (
                    <li key={name}>
                      <strong>{name}</strong>{' '}
                      <span class="muted">
                        {when} → {to.join(', ')}
                      </span>{' '}
                      {count > 0 && <Tag tone="warning">{countText(count, 'alert')}</Tag>}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {webhooks.length > 0 && (
              <div>
                <h3>Webhooks</h3>
                <ul class="lines">
                  {webhooks.map((webhook) => (
                    <WebhookLine key={webhook.name} webhook={webhook} onTested={loaded.reload} />
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </Loading>
    </section>
  );
}

function Nothing({ hasRules }: { readonly hasRules: boolean }) {
  if (hasRules) return <p class="muted">No alert stands.</p>;
  return (
    <p class="muted">
      There are no rules. With <code>alerts</code> in the config the server calls a webhook when devices are
      late, batteries are low, or screens fail.
    </p>
  );
}

function FiringList({ firing, more }: { readonly firing: readonly Firing[]; readonly more: number }) {
  return (
    <ul class="lines">
      {firing.map(({ rule, subject, since, text }) => (
        <li key={`${rule} ${subject.key}`}>
          <Tag tone="warning">{rule}</Tag>{' '}
          {subject.kind === 'device' ? <Link to={devicePath(subject.key)}>{text}</Link> : text}{' '}
          <span class="muted">
            since <TimeAgo at={since} />
          </span>
        </li>
      ))}
      {more > 0 && <li class="muted">and {countText(more, 'further alert')}</li>}
    </ul>
  );
}

function WebhookLine({ webhook, onTested }: { readonly webhook: Webhook; readonly onTested: () => unknown }) {
  const { name, origin, signed, last, waiting } = webhook;
  return (
    <li class="webhook">
      <span>
        <strong>{name}</strong> <span class="muted">{origin}</span> {signed && <Tag>signed</Tag>}
        <br />
        <span class="muted">{last === null ? 'Not called yet' : <LastCall last={last} />}</span>
        {waiting !== null && (
          <span class="muted">
            {'; '}
            {countText(waiting.tries, 'try', 'tries')}, the next <TimeAgo at={waiting.next_try} />
          </span>
        )}
      </span>
      {mayDo('admin') && (
        <Button label={`Send a test to ${name}`} onPress={() => test(name).then(onTested)}>
          Send a test
        </Button>
      )}
    </li>
  );
}

function LastCall({ last: { at, status, ms, error } }: { readonly last: NonNullable<Webhook['last']> }) {
  return (
    <>
      <TimeAgo at={at} />: {error ?? `taken with ${status ?? 'no answer'} in ${ms} ms`}
    </>
  );
}

async function test(webhook: string): Promise<void> {
  try {
    const { delivered, status, ms, error } = await callAdmin<AlertTested>('/alerts/test', {
      method: 'POST',
      body: { webhook },
    });
    if (delivered) say(`${webhook} took the test: ${status} in ${ms} ms.`);
    else sayError(`${webhook} did not take the test: ${error ?? `it answered ${status}`}.`);
  } catch (cause) {
    sayError(cause);
  }
}
