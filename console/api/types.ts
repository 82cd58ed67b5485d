/** What the admin API answers: the types of the server's own schemas. Nothing of the server gets into the console. */
import type { alertsSchema, alertTestedSchema } from '../../src/admin/alerts/alerts.ts';
import type { auditSchema } from '../../src/admin/audit/audit.ts';
import type { BulkAnswer } from '../../src/admin/bulk/bulk-answer.ts';
import type { checkSchema } from '../../src/admin/check/check-bodies.ts';
import type { textCheckedSchema } from '../../src/admin/config-text/check-text.ts';
import type {
  configHistorySchema,
  configRevisionSchema,
} from '../../src/admin/config-text/config-history.ts';
import type { configTextSchema, textWrittenSchema } from '../../src/admin/config-text/config-text.ts';
import type { eventsSchema } from '../../src/admin/devices/device-events.ts';
import type { historySchema } from '../../src/admin/devices/device-history.ts';
import type { scheduleSchema } from '../../src/admin/devices/device-schedule.ts';
import type { OneDeviceView } from '../../src/admin/devices/device-view.ts';
import type { StepView } from '../../src/admin/devices/trail-view.ts';
import type { explanationSchema } from '../../src/admin/explain/explain-device.ts';
import type { FileView, fileListSchema, screenCopiedSchema } from '../../src/admin/files/file-bodies.ts';
import type { FleetRow } from '../../src/admin/fleet/fleet-row.ts';
import type { FleetValues } from '../../src/admin/fleet/fleet-values.ts';
import type { FleetView } from '../../src/admin/fleet/list-fleet.ts';
import type { healthSchema } from '../../src/admin/health/health-schema.ts';
import type { previewSchema } from '../../src/admin/preview/preview-bodies.ts';
import type { ScreenRepoView } from '../../src/admin/screen-repos/screen-repos.ts';
import type {
  assignableSchema,
  panelSchema,
  paramSchema,
  screenSchema,
} from '../../src/admin/screens/screens.ts';
import type { sensitiveParamsSchema } from '../../src/admin/sensitive/sensitive-params.ts';
import type { settingsSchema } from '../../src/admin/settings/settings.ts';
import type { DeviceEvent } from '../../src/admin/stream/fleet-events.ts';
import type { View } from '../../src/admin/view.ts';
import type { FleetState } from '../../src/domain/fleet-state.ts';

export type {
  BulkAnswer,
  DeviceEvent,
  FileView,
  FleetRow,
  FleetState,
  FleetValues,
  FleetView,
  ScreenRepoView,
};

/** The screens, panels and algorithms that a device can be given. */
export type Assignable = View<typeof assignableSchema>;
export type ScreenView = View<typeof screenSchema>;
export type PanelView = View<typeof panelSchema>;
export type ParamView = View<typeof paramSchema>;

/** One device, what happened to it and what it shows ahead. */
export type DeviceSchedule = View<typeof scheduleSchema>;
export type DeviceTrail = View<typeof eventsSchema>;
export type Explanation = View<typeof explanationSchema>;
export type HistoryHour = View<typeof historySchema>['hours'][number];
export type OneDevice = OneDeviceView;
export type TrailStep = StepView;
export type SourceView = Assignable['screen_repos'][number];
export type PreviewView = View<typeof previewSchema>;
export type SettingsView = View<typeof settingsSchema>;
export type SensitiveParamsView = View<typeof sensitiveParamsSchema>;
export type AlertsView = View<typeof alertsSchema>;
export type AlertTested = View<typeof alertTestedSchema>;
export type AuditView = View<typeof auditSchema>;
export type ConfigTextView = View<typeof configTextSchema>;
export type TextChecked = View<typeof textCheckedSchema>;
export type TextWritten = View<typeof textWrittenSchema>;
export type ConfigHistory = View<typeof configHistorySchema>;
export type ConfigRevision = View<typeof configRevisionSchema>;
export type HealthView = View<typeof healthSchema>;
/** The files of all sources, and what the calls about screens answer. */
export type FileListView = View<typeof fileListSchema>;
export type ScreenCopiedView = View<typeof screenCopiedSchema>;
export type CheckView = View<typeof checkSchema>;
