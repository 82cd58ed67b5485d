/** What the admin API answers: the types of the server's own calls. Nothing of the server gets into the console. */
import type { Answer } from '../../src/admin/admin-calls.ts';
import type { FleetEvent } from '../../src/admin/stream/fleet-events.ts';
import type { FleetState } from '../../src/domain/fleet-state.ts';

export type { Answer, FleetEvent, FleetState };

/** The screens, panels and algorithms that a device can be given. */
export type Assignable = Answer<'listScreens'>;
export type SourceView = Assignable['screen_repos'][number];
export type ScreenView = SourceView['screens'][number];
export type PanelView = Assignable['panels'][number];
export type ParamView = ScreenView['params'][number];

/** The fleet, and one device: what happened to it and what it shows ahead. */
export type FleetView = Answer<'listFleet'>;
export type FleetRow = FleetView['devices'][number];
export type FleetValues = Answer<'listFleetValues'>;
export type BulkAnswer = Answer<'changeDevices'>;
export type OneDevice = Answer<'getDevice'>;
export type DeviceSchedule = Answer<'getDeviceSchedule'>;
export type DeviceTrail = Answer<'getDeviceEvents'>;
export type TrailStep = DeviceTrail['trail'][number];
export type Explanation = Answer<'explainDevice'>;
export type HistoryHour = Answer<'getDeviceHistory'>['hours'][number];
export type PreviewView = Answer<'previewScreen'>;

/** The server. */
export type SettingsView = Answer<'getSettings'>;
export type SensitiveParamsView = Answer<'listSensitiveParams'>;
export type AlertsView = Answer<'listAlerts'>;
export type AlertTested = Answer<'testAlert'>;
export type AuditView = Answer<'listAudit'>;
export type ConfigTextView = Answer<'getConfigText'>;
export type TextChecked = Answer<'checkConfigText'>;
export type TextWritten = Answer<'putConfigText'>;
export type ConfigHistory = Answer<'listConfigHistory'>;
export type ConfigRevision = Answer<'getConfigRevision'>;
export type HealthView = Answer<'getHealth'>;

/** The files of all sources, and what the calls about screens answer. */
export type ScreenRepoView = Answer<'getScreenRepo'>;
export type FileListView = Answer<'listFiles'>;
export type FileView = Answer<'getFile'>;
export type ScreenCopiedView = Answer<'copyScreen'>;
export type CheckView = Answer<'checkScreen'>;
