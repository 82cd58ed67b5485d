/** The API page in a real browser without other network: authorize, call, read the answer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/browser/chromium.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';

let admin: Admin;
let browser: Browser;
let page: Page;
const foreign: string[] = [];
const errors: string[] = [];

before(async () => {
  admin = await startAdmin();
  browser = await launchChromium();
  page = await browser.newPage();
  // Only the server itself can be reached, so that all files of the page must come from it.
  await page.route('**/*', (route) => {
    if (route.request().url().startsWith(admin.server.url) || route.request().url().startsWith('data:')) {
      return route.continue();
    }
    foreign.push(route.request().url());
    return route.abort();
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
});
after(async () => {
  await browser?.close();
  await admin?.server.stop();
});

/** Open an operation and call it; returns the status and the body that the page shows. */
async function callOperation(id: string): Promise<{ readonly status: string; readonly body: string }> {
  const operation = page.locator(`#${id}`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response');
  return {
    status: ((await answer.locator('.response-col_status').textContent()) ?? '').trim(),
    body: (await answer.locator('.response-col_description').textContent()) ?? '',
  };
}

describe('/swagger-ui', () => {
  it('shows the device API and the admin API, from this server alone', async () => {
    await page.goto(`${admin.server.url}/swagger-ui`);
    await page.getByText('/api/admin/devices', { exact: true }).first().waitFor();
    await page.getByText('/api/display', { exact: true }).waitFor();
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
  });

  it('is refused without the token', async () => {
    const { status, body } = await callOperation('operations-admin-listPending');
    assert.equal(status, '401');
    assert.match(body, /unauthorized/);
  });

  it('calls the admin API once the token has been entered under Authorize', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const dialog = page.locator('.dialog-ux');
    const scheme = dialog.locator('.auth-container', { hasText: 'adminToken' });
    await scheme.locator('input').fill(TOKEN);
    await scheme.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();

    const { status, body } = await callOperation('operations-admin-listDevices');
    assert.equal(status, '200', body);
    assert.match(body, /\[\s*\]/);
    const written = await callOperation('operations-admin-createDevice');
    assert.equal(written.status, '200', written.body);
    assert.match(admin.configText(), /"AA:BB:CC:DD:EE:FF":/);
    assert.deepEqual(foreign, []);
  });
});
