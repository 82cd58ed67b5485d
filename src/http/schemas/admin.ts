/** The schemas of the admin API, by the names that the OpenAPI document gives them. */
import type { ZodType } from 'zod';
import { alertsSchema, alertTestedSchema, testAlertBody } from '../../admin/alerts.ts';
import { createDeviceBody, settingsBody, updateDeviceBody } from '../../admin/bodies.ts';
import { configSchema } from '../../admin/config-view.ts';
import { writtenSchema } from '../../admin/create-device.ts';
import { deletedSchema } from '../../admin/delete-device.ts';
import { historySchema } from '../../admin/device-history.ts';
import { eventsSchema, resetSchema } from '../../admin/device-identity.ts';
import { pictureSchema } from '../../admin/device-picture.ts';
import { deviceSchema, oneDeviceSchema, pendingSchema } from '../../admin/device-view.ts';
import { logsSchema } from '../../admin/devices.ts';
import { createFrameBody, updateFrameBody } from '../../admin/frame-bodies.ts';
import { frameSchema } from '../../admin/frames.ts';
import { groupBody, groupDeletedSchema, groupSchema, groupWrittenSchema } from '../../admin/groups.ts';
import { dataListSchema } from '../../admin/pushed-data.ts';
import { createRepoBody, fetchRepoBody, updateRepoBody } from '../../admin/screen-repo-bodies.ts';
import { screenRepoSchema } from '../../admin/screen-repos.ts';
import {
  assignableSchema,
  panelSchema,
  paramSchema,
  screenSchema,
  sourceSchema,
} from '../../admin/screens.ts';
import { doneSchema } from '../../admin/view.ts';
import { frameDeletedSchema } from '../../admin/write-frame.ts';

export const ADMIN_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Device: deviceSchema,
  OneDevice: oneDeviceSchema,
  PendingDevice: pendingSchema,
  CreateDevice: createDeviceBody,
  UpdateDevice: updateDeviceBody,
  DeviceWritten: writtenSchema,
  DeviceDeleted: deletedSchema,
  DeviceLogs: logsSchema,
  DeviceEvents: eventsSchema,
  DeviceHistory: historySchema,
  DeviceReset: resetSchema,
  Group: groupSchema,
  PutGroup: groupBody,
  GroupWritten: groupWrittenSchema,
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
  Done: doneSchema,
  Config: configSchema,
  Assignable: assignableSchema,
  ScreenSource: sourceSchema,
  Screen: screenSchema,
  Param: paramSchema,
  Panel: panelSchema,
  ScreenRepo: screenRepoSchema,
  CreateScreenRepo: createRepoBody,
  UpdateScreenRepo: updateRepoBody,
  FetchScreenRepo: fetchRepoBody,
};
