/** A real browser. */
import { type Browser, chromium } from 'playwright-core';
import { requireTool } from '../tools/tools.ts';

/** Its sandbox and background services do not work on test machines, or for the root user. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Start Chromium. Close it in the test's `after`. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: requireTool('chromium'), args: FLAGS });
}
