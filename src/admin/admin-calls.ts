/** All calls of the admin API by their ids. */
import type { AdminOperation } from './admin-call.ts';
import { ALERT_CALLS } from './alerts/alerts.ts';
import { AUDIT_CALLS } from './audit/audit.ts';
import { BULK_CALLS } from './bulk/bulk-calls.ts';
import { CHECK_CALLS } from './check/check-draft.ts';
import { CONFIG_CALLS } from './config-text/config-calls.ts';
import { DATA_CALLS } from './data/pushed-data.ts';
import { DEVICE_CALLS } from './devices/device-calls.ts';
import { PICTURE_CALLS } from './devices/picture-calls.ts';
import { EXPLAIN_CALLS } from './explain/explain-device.ts';
import { FILE_CALLS } from './files/file-calls.ts';
import { FLEET_CALLS } from './fleet/fleet-calls.ts';
import { FRAME_CALLS } from './frames/frame-calls.ts';
import { GROUP_CALLS } from './groups/group-calls.ts';
import { HEALTH_CALLS } from './health/health.ts';
import { PREVIEW_CALLS } from './preview/preview-calls.ts';
import { SCREEN_REPO_CALLS } from './screen-repos/screen-repo-calls.ts';
import { SCREEN_CALLS } from './screens/screens.ts';
import { SENSITIVE_CALLS } from './sensitive/sensitive-params.ts';
import { SETTINGS_CALLS } from './settings/settings.ts';
import { STREAM_CALLS } from './stream/stream-calls.ts';
import type { View } from './view.ts';

export const ADMIN_CALLS = {
  ...DEVICE_CALLS,
  ...PICTURE_CALLS,
  ...EXPLAIN_CALLS,
  ...BULK_CALLS,
  ...FLEET_CALLS,
  ...STREAM_CALLS,
  ...GROUP_CALLS,
  ...FRAME_CALLS,
  ...SCREEN_CALLS,
  ...SCREEN_REPO_CALLS,
  ...PREVIEW_CALLS,
  ...CHECK_CALLS,
  ...FILE_CALLS,
  ...SENSITIVE_CALLS,
  ...DATA_CALLS,
  ...ALERT_CALLS,
  ...SETTINGS_CALLS,
  ...CONFIG_CALLS,
  ...HEALTH_CALLS,
  ...AUDIT_CALLS,
};

/** What a call answers, by its id: for clients of the API. */
export type Answer<Id extends keyof typeof ADMIN_CALLS> =
  (typeof ADMIN_CALLS)[Id] extends AdminOperation<infer Schema> ? View<Schema> : never;
