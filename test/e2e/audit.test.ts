/** The audit trail over HTTP: what is entered, what is not, and how it is read. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, type AdminAnswer, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';
import { pushPicture } from '../support/server/pushes.ts';
import { codeOf, getDisplay } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"/>';
const CONFIG = `default_screen: plain
${adminTokens({ vera: 'viewer', otto: 'author', ada: 'admin' })}devices:
  "${MAC}": { screen: plain, name: One }
  "AA:BB:CC:DD:EE:02": { screen: plain }
`;

interface Entry {
  readonly id: string;
  readonly who: string;
  readonly action: string;
  readonly status: number | null;
  readonly count: number;
}

let admin: Admin;
const entries = async (query = ''): Promise<readonly Entry[]> => {
  const { status, body }: AdminAnswer = await admin.get(`/audit?limit=200${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.entries;
};
/** What was entered since an entry, the oldest first. */
const since = async (id: string | undefined): Promise<readonly Entry[]> => {
  const all = await entries();
  const end = all.findIndex((entry) => entry.id === id);
  return all.slice(0, end < 0 ? all.length : end).toReversed();
};

before(async () => {
  admin = await startAdmin({ config: CONFIG });
  await getDisplay(admin.server, MAC);
});
after(() => admin.server.stop());

describe('the audit trail', () => {
  it('has every write with who, what, and the values before and after', async () => {
    const ada = new Named(admin.server, 'ada');
    const written = await ada.patch(`/devices/${MAC}`, { name: 'Kitchen', refresh: 600 });
    assert.equal(written.status, 200);
    const [entry] = (await admin.get('/audit')).body.entries;
    const { id, at, since: from, ...rest } = entry;
    assert.match(id, /^[0-9a-f]{12}$/);
    assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && from === at, at);
    assert.deepEqual(rest, {
      ...{ who: 'ada', role: 'admin', address: '127.0.0.1', count: 1, more: 0, devices: [MAC] },
      request_id: written.headers.get('x-request-id'),
      ...{ action: `PATCH /api/admin/devices/${MAC}`, status: 200 },
      changes: [
        { path: `devices.${MAC}.name`, before: 'One', after: 'Kitchen' },
        { path: `devices.${MAC}.refresh`, after: 600 },
      ],
    });
  });

  it('has pushes, resets, deletes, updates of repos, and what is refused for a role', async () => {
    const [last] = await entries();
    const [vera, otto] = [new Named(admin.server, 'vera'), new Named(admin.server, 'otto')];
    await pushPicture(admin.server, MAC, SVG);
    await admin.delete(`/devices/${MAC}/picture`);
    await admin.post(`/devices/${MAC}/reset`, {});
    await admin.delete('/devices/AA:BB:CC:DD:EE:02');
    await otto.post('/screen-repos/update', {});
    await otto.post('/screen-repos/service-builtin/update', { accept: true });
    await vera.patch('/settings', { registration_enabled: false });
    const told = (await since(last?.id)).map(({ who, action, status }) => `${who} ${action} ${status}`);
    assert.deepEqual(told, [
      `admin token PUT /api/admin/devices/${MAC}/picture 200`,
      `admin token DELETE /api/admin/devices/${MAC}/picture 200`,
      `admin token POST /api/admin/devices/${MAC}/reset 200`,
      'admin token DELETE /api/admin/devices/AA:BB:CC:DD:EE:02 200',
      'otto POST /api/admin/screen-repos/update 200',
      'otto POST /api/admin/screen-repos/service-builtin/update 403',
      'vera PATCH /api/admin/settings 403',
    ]);
  });

  it('has nothing of reads, of what was wrong, and of wrong tokens, which it counts', async () => {
    const [last] = await entries();
    const { count } = (await admin.get('/audit')).body.wrong_tokens;
    await admin.get('/devices');
    await admin.patch(`/devices/${MAC}`, { screen: 7 });
    await admin.patch('/devices/AA:BB:CC:DD:EE:77', { name: 'x' });
    await admin.call('PUT', '/settings', {});
    assert.equal((await new Named(admin.server, 'nobody').delete(`/devices/${MAC}`)).status, 401);
    assert.deepEqual(await since(last?.id), []);
    const { wrong_tokens: wrong } = (await admin.get('/audit')).body;
    assert.equal(wrong.count, count + 1);
    assert.match(wrong.last, /Z$/);
  });

  it('cannot be filled by a viewer', async () => {
    const [last] = await entries();
    const vera = new Named(admin.server, 'vera');
    for (let i = 0; i < 40; i++) await vera.delete(`/devices/${MAC}`);
    const told = (await since(last?.id)).map(({ status, count }) => `${status} ${count}`);
    assert.deepEqual(told, ['403 1', '403 2', '403 4', '403 8', '403 16', '403 32']);
  });

  it('is read by pages, and by who, device and time', async () => {
    const all = await entries();
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: AdminAnswer = await admin.get(`/audit?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      assert.ok(page.body.entries.length <= 3);
      seen.push(...page.body.entries.map(({ id }: Entry) => id));
      cursor = page.body.next;
    }
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    );
    assert.ok((await entries('&who=vera')).every(({ who }) => who === 'vera'));
    assert.deepEqual(await entries('&who=Vera'), []);
    const ofDevice = await entries(`&device=${MAC}`);
    assert.ok(ofDevice.length > 4 && ofDevice.length < all.length);
    assert.deepEqual(await entries('&device=aa-bb-cc-dd-ee-01'), ofDevice);
    // Its code was forgotten with its token.
    await getDisplay(admin.server, MAC);
    assert.deepEqual(await entries(`&device=${codeOf(MAC)}`), ofDevice, 'by its code');
    assert.deepEqual(await entries('&to=2020-01-01'), []);
    assert.equal((await entries('&from=2020-01-01&to=2999-12-31')).length, all.length);
    assert.deepEqual(await entries('&cursor=000000000000'), []);
  });

  it('refuses questions that it does not understand', async () => {
    for (const query of [
      'from=yesterday',
      'to=2026-02-31',
      'limit=0',
      'limit=201',
      'limit=x',
      'who=a&who=b',
      'x=1',
    ]) {
      const { status, body } = await admin.get(`/audit?${query}`);
      assert.deepEqual([status, body.code], [400, 'invalid_query'], query);
    }
    for (const text of ['%00', '🎈', 'x'.repeat(3_000), '__proto__']) {
      assert.deepEqual(
        await entries(`&device=${encodeURIComponent(text).replaceAll('%2500', '%00')}`),
        [],
        text,
      );
    }
  });

  it('is not for authors and viewers', async () => {
    for (const name of ['vera', 'otto']) {
      assert.equal((await new Named(admin.server, name).get('/audit')).status, 403);
    }
  });
});
