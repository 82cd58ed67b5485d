/** Paths of alerts. For the OpenAPI document. */
import { adminCall } from './admin-call.ts';
import { json, type PathItem } from './parts.ts';

/** Alerts by path. */
export const ALERT_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/alerts': {
    get: adminCall({
      id: 'listAlerts',
      summary: 'What fires now, and how the webhooks do',
      answer: json('Alerts', 'The same on all servers of a state store'),
      errors: ['store_unavailable'],
    }),
  },
  '/api/admin/alerts/test': {
    post: adminCall({
      id: 'testAlert',
      summary: 'Send a test to a webhook',
      description: 'At once, from the server that is asked. The answer says what the webhook has answered.',
      body: 'TestAlert',
      answer: json('AlertTested', 'What came of the call'),
    }),
  },
};
