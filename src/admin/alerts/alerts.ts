/** Alerts as the admin API shows them, and a test of a webhook. */
import { z } from 'zod';
import { ALERT_KINDS } from '../../domain/alert-kinds/kinds.ts';
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import { SUBJECT_KINDS } from '../../fleet/alerts/alert.ts';
import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { ownValue, type PlainValue } from '../../platform/base/plain.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { EXPECTED } from '../bodies.ts';
import { readBodyFields } from '../read-fields.ts';
import { timeSchema, timeText, type View } from '../view.ts';

const kindSchema = z.enum(ALERT_KINDS).describe('What the rule looks for');

const callSchema = {
  status: z.int().nullable().describe('HTTP status of the answer; null where there was none'),
  ms: z.int().min(0).describe('How long it took'),
  error: z.string().nullable().describe('Why it failed; null where it did not'),
};

const alertsSchema = z
  .object({
    firing: z
      .array(
        z.object({
          rule: z.string(),
          when: kindSchema,
          subject: z.object({
            kind: z.enum(SUBJECT_KINDS),
            key: z.string().describe('MAC address, screen, or handle of a repo'),
            name: z.string(),
          }),
          since: timeSchema,
          text: z.string().describe('The same for people'),
          facts: z.record(z.string(), z.unknown()).describe('The numbers of the text'),
        }),
      )
      .describe('What fires, the newest first'),
    more: z.int().min(0).describe('Alerts that fire and are not listed'),
    rules: z.array(
      z.object({
        name: z.string(),
        when: kindSchema,
        to: z.array(z.string()),
        firing: z.int().min(0),
      }),
    ),
    webhooks: z.array(
      z.object({
        name: z.string(),
        origin: z.string().describe('Scheme, host and port of its address; the rest may be secret'),
        signed: z.boolean().describe('Whether its calls are signed with a secret'),
        last: z
          .object({ at: timeSchema, ...callSchema })
          .nullable()
          .describe('The last try of a call; null before the first'),
        waiting: z
          .object({
            tries: z.int().min(0).describe('Tries so far'),
            next_try: timeSchema,
          })
          .nullable()
          .describe('A call that was not taken yet'),
      }),
    ),
  })
  .meta({
    id: 'Alerts',
    examples: [
      {
        firing: [
          {
            rule: 'late',
            when: 'late',
            subject: { kind: 'device', key: 'AA:BB:CC:DD:EE:FF', name: 'Hall' },
            since: '2026-02-21T09:14:00.000Z',
            text: 'Hall has not called since 2026-02-21 10:14 (it was told to call after 15 minutes)',
            facts: { last_seen: '2026-02-21T09:14:00.000Z', refresh: 900 },
          },
        ],
        more: 0,
        rules: [{ name: 'late', when: 'late', to: ['ops'], firing: 1 }],
        webhooks: [
          {
            name: 'ops',
            origin: 'https://example.org',
            signed: true,
            last: { at: '2026-02-21T10:05:00.000Z', status: 204, ms: 41, error: null },
            waiting: null,
          },
        ],
      },
    ],
  });

const testAlertBody = z
  .strictObject({
    webhook: z
      .string()
      .describe('Its name in the config')
      .register(EXPECTED, { text: 'the name of a webhook' }),
  })
  .meta({ id: 'TestAlert', examples: [{ webhook: 'ops' }] });

const alertTestedSchema = z
  .object({ delivered: z.boolean().describe('True for a status from 200 to 299'), ...callSchema })
  .meta({ id: 'AlertTested', examples: [{ delivered: true, status: 204, ms: 41, error: null }] });

/**
 * What fires, and how the webhooks do: the same on all servers.
 * @throws {AppError} store_unavailable
 */
async function listAlerts(api: AdminApi): Promise<View<typeof alertsSchema>> {
  const { rules, webhooks } = api.config().alerts;
  const { alerts, beyond, queues } = await api.alerts.standing().catch((error: unknown) => {
    requireStateError(error);
    throw new AppError('store_unavailable', { cause: error });
  });
  const known = alerts.filter(({ rule }) => rules.some(({ name }) => name === rule));
  const counted = rules.map((rule) => ({
    name: rule.name,
    when: rule.when,
    to: rule.to,
    firing: known.filter((alert) => alert.rule === rule.name).length + (ownValue(beyond, rule.name) ?? 0),
  }));
  const shown = known.toSorted((a, b) => b.sinceMs - a.sinceMs).slice(0, ALERT_LIMITS.shown);
  return {
    firing: shown.map(({ rule, when, subject, sinceMs, text, facts }) => ({
      rule,
      when,
      subject,
      since: timeText(sinceMs),
      text,
      facts,
    })),
    more: counted.reduce((sum, { firing }) => sum + firing, 0) - shown.length,
    rules: counted,
    webhooks: [...webhooks.values()].map(({ name, origin, isSigned }) => {
      const { call = null, last = null } = queues.get(name) ?? {};
      return {
        name,
        origin,
        signed: isSigned,
        last: last && { at: timeText(last.atMs), status: last.status, ms: last.ms, error: last.problem },
        waiting: call && { tries: call.tries, next_try: timeText(call.nextMs) },
      };
    }),
  };
}

/**
 * Send a test to a webhook now.
 * @throws {AppError} invalid_body
 */
async function testAlert(
  api: AdminApi,
  call: AdminCall,
  body: PlainValue,
): Promise<View<typeof alertTestedSchema>> {
  const { fields, problems } = readBodyFields(testAlertBody, body);
  if (problems.length > 0 || fields.webhook === undefined) throw new AppError('invalid_body', { problems });
  const { webhook } = fields;
  const outcome = await api.alerts.test(webhook);
  if (outcome === null) {
    const names = [...api.config().alerts.webhooks.keys()];
    const got = JSON.stringify(webhook.slice(0, 60));
    const message = `webhook: there is no webhook ${got} in the config${didYouMean(webhook, names)}`;
    throw new AppError('invalid_body', { problems: [{ field: 'webhook', message }] });
  }
  const { status, ms, problem } = outcome;
  call.log.info({ webhook, status, ms, reason: problem }, 'admin: webhook tested');
  return { delivered: problem === null, status, ms, error: problem };
}

export const ALERT_CALLS = {
  listAlerts: adminCall({
    method: 'GET',
    path: '/alerts',
    role: 'viewer',
    summary: 'What fires now, and how the webhooks do',
    answer: { schema: alertsSchema, description: 'The same on all servers of a state store' },
    errors: ['store_unavailable'],
    run: ({ api }) => listAlerts(api),
  }),
  testAlert: adminCall({
    method: 'POST',
    path: '/alerts/test',
    role: 'admin',
    summary: 'Send a test to a webhook',
    description: 'At once, from the server that is asked. The answer says what the webhook has answered.',
    body: { schema: testAlertBody },
    answer: { schema: alertTestedSchema, description: 'What came of the call' },
    changesNothing: true,
    run: ({ api, call, body }) => testAlert(api, call, body),
  }),
};
