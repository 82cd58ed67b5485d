/** `POST /api/admin/check`: what is wrong with screens, drafts and the text of a config. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin, TYPED_SCREEN } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';

describe('POST /api/admin/check', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ screens: { ...PLAIN_SCREEN, ...TYPED_SCREEN } });
  });
  after(() => admin.server.stop());

  it('finds nothing in a good screen', async () => {
    const { status, body } = await admin.post('/check', { screen: 'service-builtin/clock' });
    assert.deepEqual([status, body], [200, { ok: true, complete: true, findings: [] }]);
  });

  it('names file, line and severity in files that are saved nowhere', async () => {
    const { body } = await admin.post('/check', {
      draft: {
        files: {
          'a.lua': 'local x = 1\nreturn {',
          'a.svg': '<svg>\n{% include "row.svg" %}</svg>',
          'a.meta.yaml': 'titel: A',
        },
      },
    });
    assert.deepEqual([body.ok, body.complete], [false, true]);
    const places = body.findings.map(
      ({ severity, file, line }: { severity: string; file: string; line: number }) =>
        `${severity} ${file}:${line}`,
    );
    assert.deepEqual(places, ['warning a.meta.yaml:1', 'error a.lua:2', 'error a.svg:2']);
  });

  it('checks a draft over the files of its screen, with the params of the call', async () => {
    const { body } = await admin.post('/check', {
      draft: { screen: 'local/typed', files: { 'typed.svg': '<svg>{{ data.title | nofilter }}</svg>' } },
      params: { city: 'Bern', days: 99 },
    });
    const texts = body.findings.map(({ message }: { message: string }) => message).join('\n');
    assert.match(texts, /nofilter/);
    assert.match(texts, /days/);
  });

  it('reads the text of a config as the server would, with the screens that it has', async () => {
    const config =
      'default_screen: local/plain\ndevices:\n  "AA:BB:CC:DD:EE:01": { screen: local/nope }\nfoo: 1\n';
    const { body } = await admin.post('/check', { config });
    assert.equal(body.ok, false);
    const lines = body.findings.map(({ line }: { line: number }) => line);
    assert.ok(lines.includes(3) || lines.includes(4), JSON.stringify(body.findings));
    const good = await admin.post('/check', { config: 'default_screen: local/plain\n' });
    assert.deepEqual(good.body, { ok: true, complete: true, findings: [] });
    const broken = await admin.post('/check', { config: 'devices: [\n' });
    assert.deepEqual([broken.body.ok, broken.body.findings[0].severity], [false, 'error']);
    const both = await admin.post('/check', { config: '', screen: 'local/plain' });
    assert.equal(both.body.code, 'invalid_body');
  });
});
