/** The schemas of the admin API, by the names that the OpenAPI document gives them. */
import type { ZodType } from 'zod';
import { alertsSchema, alertTestedSchema, testAlertBody } from '../../../admin/alerts/alerts.ts';
import { auditSchema } from '../../../admin/audit/audit.ts';
import { createDeviceBody, settingsBody, updateDeviceBody } from '../../../admin/bodies.ts';
import { bulkAnswerSchema } from '../../../admin/bulk/bulk-answer.ts';
import { bulkBody } from '../../../admin/bulk/bulk-body.ts';
import { exportSchema } from '../../../admin/bulk/export-devices.ts';
import { checkDocument, checkSchema } from '../../../admin/check/check-bodies.ts';
import { textCheckedSchema } from '../../../admin/config-text/check-text.ts';
import {
  configHistorySchema,
  configRevisionSchema,
  undoBody,
} from '../../../admin/config-text/config-history.ts';
import {
  checkTextBody,
  configTextSchema,
  putTextBody,
  textWrittenSchema,
} from '../../../admin/config-text/config-text.ts';
import { configSchema } from '../../../admin/config-text/config-view.ts';
import { dataListSchema } from '../../../admin/data/pushed-data.ts';
import { writtenSchema } from '../../../admin/devices/create-device.ts';
import { deletedSchema } from '../../../admin/devices/delete-device.ts';
import { eventsSchema } from '../../../admin/devices/device-events.ts';
import { historySchema } from '../../../admin/devices/device-history.ts';
import { resetSchema } from '../../../admin/devices/device-identity.ts';
import { pictureSchema } from '../../../admin/devices/device-picture.ts';
import { pinBody, pinSchema } from '../../../admin/devices/device-pin.ts';
import { scheduleSchema } from '../../../admin/devices/device-schedule.ts';
import { deviceSchema, oneDeviceSchema, pendingSchema } from '../../../admin/devices/device-view.ts';
import { logsSchema } from '../../../admin/devices/devices.ts';
import { draftBody } from '../../../admin/drafts/draft-bodies.ts';
import { explanationSchema } from '../../../admin/explain/explain-device.ts';
import {
  copyScreenBody,
  fileDeletedSchema,
  fileListSchema,
  fileSchema,
  putFileBody,
  screenCopiedSchema,
} from '../../../admin/files/file-bodies.ts';
import { fleetRowSchema } from '../../../admin/fleet/fleet-row.ts';
import { fleetValuesSchema } from '../../../admin/fleet/fleet-values.ts';
import { fleetSchema } from '../../../admin/fleet/list-fleet.ts';
import { createFrameBody, updateFrameBody } from '../../../admin/frames/frame-bodies.ts';
import { frameSchema } from '../../../admin/frames/frames.ts';
import { frameDeletedSchema } from '../../../admin/frames/write-frame.ts';
import {
  groupBody,
  groupDeletedSchema,
  groupSchema,
  groupWrittenSchema,
} from '../../../admin/groups/groups.ts';
import { groupPlacedSchema, placeGroupBody } from '../../../admin/groups/place-group.ts';
import { healthSchema } from '../../../admin/health/health-schema.ts';
import { factsBody, previewDocument, previewSchema } from '../../../admin/preview/preview-bodies.ts';
import {
  createRepoBody,
  fetchRepoBody,
  hookSchema,
  updateRepoBody,
} from '../../../admin/screen-repos/screen-repo-bodies.ts';
import { screenRepoSchema } from '../../../admin/screen-repos/screen-repos.ts';
import {
  assignableSchema,
  panelSchema,
  paramSchema,
  screenSchema,
  sourceSchema,
} from '../../../admin/screens/screens.ts';
import { openParamBody, sensitiveParamsSchema } from '../../../admin/sensitive/sensitive-params.ts';
import { settingsSchema } from '../../../admin/settings/settings.ts';
import { streamedDeviceSchema } from '../../../admin/stream/fleet-events.ts';
import { doneSchema } from '../../../admin/view.ts';

export const ADMIN_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Device: deviceSchema,
  OneDevice: oneDeviceSchema,
  PendingDevice: pendingSchema,
  CreateDevice: createDeviceBody,
  UpdateDevice: updateDeviceBody,
  DeviceWritten: writtenSchema,
  BulkChange: bulkBody,
  BulkAnswer: bulkAnswerSchema,
  DeviceList: exportSchema,
  DeviceDeleted: deletedSchema,
  DeviceLogs: logsSchema,
  DeviceEvents: eventsSchema,
  DeviceExplanation: explanationSchema,
  DeviceHistory: historySchema,
  DeviceReset: resetSchema,
  Fleet: fleetSchema,
  FleetRow: fleetRowSchema,
  FleetValues: fleetValuesSchema,
  StreamedDevice: streamedDeviceSchema,
  DeviceSchedule: scheduleSchema,
  Pin: pinBody,
  Pinned: pinSchema,
  Group: groupSchema,
  PutGroup: groupBody,
  GroupWritten: groupWrittenSchema,
  PlaceGroup: placeGroupBody,
  GroupPlaced: groupPlacedSchema,
  GroupDeleted: groupDeletedSchema,
  Alerts: alertsSchema,
  TestAlert: testAlertBody,
  AlertTested: alertTestedSchema,
  Frame: frameSchema,
  CreateFrame: createFrameBody,
  UpdateFrame: updateFrameBody,
  FrameDeleted: frameDeletedSchema,
  PushedPicture: pictureSchema,
  PushedDataList: dataListSchema,
  Settings: settingsBody,
  SettingsInEffect: settingsSchema,
  Audit: auditSchema,
  Done: doneSchema,
  Health: healthSchema,
  Config: configSchema,
  ConfigText: configTextSchema,
  PutConfigText: putTextBody,
  ConfigTextWritten: textWrittenSchema,
  CheckConfigText: checkTextBody,
  ConfigTextChecked: textCheckedSchema,
  ConfigHistory: configHistorySchema,
  ConfigRevision: configRevisionSchema,
  UndoConfig: undoBody,
  Assignable: assignableSchema,
  ScreenSource: sourceSchema,
  Screen: screenSchema,
  Param: paramSchema,
  Panel: panelSchema,
  ScreenRepo: screenRepoSchema,
  CreateScreenRepo: createRepoBody,
  UpdateScreenRepo: updateRepoBody,
  FetchScreenRepo: fetchRepoBody,
  HookTaken: hookSchema,
  PreviewScreen: previewDocument,
  PreviewFacts: factsBody,
  Draft: draftBody,
  ScreenPreview: previewSchema,
  FileList: fileListSchema,
  ScreenFile: fileSchema,
  PutFile: putFileBody,
  FileDeleted: fileDeletedSchema,
  CopyScreen: copyScreenBody,
  SensitiveParams: sensitiveParamsSchema,
  OpenParam: openParamBody,
  ScreenCopied: screenCopiedSchema,
  CheckScreen: checkDocument,
  CheckFindings: checkSchema,
};
