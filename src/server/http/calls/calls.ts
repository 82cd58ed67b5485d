/** All that is served but the admin API, in the order in which addresses are compared with it. */
import type { Call, Route } from './call.ts';
import {
  consoleAssetRoute,
  consoleAssetsRoute,
  consolePageRoute,
  consoleStartRoute,
} from './console-pages.ts';
import { currentScreenCall, displayCurrentCall } from './current-screen.ts';
import { getDataCall, putDataCall, removeDataCall } from './data.ts';
import { displayCall } from './display.ts';
import { framePageCall } from './frame-page.ts';
import { frameBmpCall, frameJpegCall, framePngCall } from './frame-pictures.ts';
import { imageCall } from './image.ts';
import { logCall } from './log.ts';
import { openApiRoute } from './openapi.ts';
import { healthCall, readyCall } from './probes.ts';
import { repoHookCall } from './repo-hook.ts';
import { getSessionCall, signInCall, signOutCall } from './session.ts';
import { setupCall } from './setup.ts';
import { startCall } from './start.ts';
import { swaggerFileRoute, swaggerUiRoute } from './swagger-ui.ts';
import { timeCall } from './time.ts';

/** What devices, frames, programs and monitors call. Pages of others may show its pictures. */
export const OPEN_ROUTES: readonly Route[] = [
  displayCall,
  displayCurrentCall,
  currentScreenCall,
  imageCall,
  setupCall,
  logCall,
  timeCall,
  framePngCall,
  frameJpegCall,
  frameBmpCall,
  framePageCall,
  getDataCall,
  putDataCall,
  removeDataCall,
  repoHookCall,
  healthCall,
  readyCall,
];

/** What browsers call. */
export const PAGE_ROUTES: readonly Route[] = [startCall, openApiRoute, swaggerUiRoute, swaggerFileRoute];

/** What the web console calls. */
export const CONSOLE_ROUTES: readonly Route[] = [
  getSessionCall,
  signInCall,
  signOutCall,
  consoleAssetRoute,
  consoleAssetsRoute,
  consoleStartRoute,
  consolePageRoute,
];

/** The calls of the document. */
export const CALLS: readonly Call[] = [...OPEN_ROUTES, ...PAGE_ROUTES, ...CONSOLE_ROUTES].filter(
  (route): route is Call => 'id' in route,
);
