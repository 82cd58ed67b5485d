/** Drafts that are sent to do harm. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type DraftFolders, ownDraftFolders } from '../support/files/draft-folders.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';

const MIB = 1024 * 1024;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>';

describe('a draft', () => {
  let admin: Admin;
  let drafts: DraftFolders;
  before(async () => {
    drafts = ownDraftFolders();
    admin = await startAdmin({ screens: PLAIN_SCREEN });
  });
  after(async () => {
    await admin.server.stop();
    drafts.remove();
  });

  async function refusal(draft: unknown, route = '/preview'): Promise<string> {
    const { status, body } = await admin.post(route, { draft });
    assert.equal(status, 400, JSON.stringify(body));
    return body.error;
  }

  it('cannot name a file outside of its folder, or a hidden one', async () => {
    const names = ['../x.lua', '/tmp/x.lua', 'a/../../x.lua', 'a\\..\\x.lua', 'a\0.lua', '.env', 'a/.git/x'];
    for (const name of [
      ...names,
      '',
      '.',
      './x.lua',
      'a//x.lua',
      `${'a/'.repeat(9)}x.lua`,
      'x'.repeat(300),
    ]) {
      for (const route of ['/preview', '/check']) {
        assert.match(await refusal({ files: { [name]: 'x' } }, route), /^draft\.files: /, name);
      }
      assert.match(await refusal({ assets: { [name]: 'eA==' } }), /^draft\.assets: /, name);
    }
    assert.ok(!existsSync(path.join(drafts.place, 'x.lua')));
  });

  it('cannot have thousands of files, a file in the place of a folder, or no screen', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}.lua`, '']));
    assert.match(await refusal({ files: many }), /expected at most 100 files, got 10000/);
    assert.match(await refusal({ files: { a: '', 'a/b': '' } }), /it is a file and a folder/);
    assert.match(await refusal({ files: { 'a/b': '', a: '' } }), /it is a file and a folder/);
    assert.match(await refusal({ files: { 'a.txt': '' } }), /expected files of one screen.*got none/);
    assert.match(await refusal({ files: {} }), /expected at least one file/);
    assert.match(await refusal({ files: { 'a.lua': '' }, screen: 'nowhere/a' }), /expected a handle out of/);
    assert.match(await refusal({ files: { 'a.lua': '' }, screen: 'local/../a' }), /expected a screen/);
    assert.match(await refusal({ assets: { 'a.png': '?' } }), /expected base64/);
    assert.match(await refusal({ files: { 'a.lua': 7 } }), /a map of file names to texts/);
  });

  it('cannot be larger than the endpoint accepts', async () => {
    const { status, body } = await admin
      .post('/preview', { draft: { files: { 'a.lua': 'x'.repeat(9 * MIB) } } })
      // The connection may end while the body is still sent.
      .catch(() => ({ status: 413, body: { code: 'body_too_large' } }));
    assert.deepEqual([status, body.code], [413, 'body_too_large']);
  });

  it('that spins is run once for all panels, and ended', async () => {
    for (const [files, code] of [
      [{ 'a.lua': 'while true do end', 'a.svg': SVG }, 'script_timeout'],
      [
        {
          'a.lua': 'return { data = {} }',
          'a.svg': `<svg>${'{% for a in range(end=9999) %}'.repeat(3)}x${'{% endfor %}'.repeat(3)}</svg>`,
        },
        'template_limit',
      ],
      [
        { 'a.lua': 'local t = {} while true do t[#t + 1] = ("x"):rep(65536) .. #t end', 'a.svg': SVG },
        'script_memory',
      ],
    ] as const) {
      const { body } = await admin.post('/preview', { draft: { files }, panels: ['og', 'x', 'og_4clr'] });
      assert.equal(body.runs, 1);
      const codes = body.pictures.map(({ failure }: { failure: { code: string } }) => failure.code);
      assert.deepEqual(codes, [code, code, code]);
    }
  });

  it('cannot read files beside its folder', async () => {
    const lua = 'local f = read_asset("../../../../etc/passwd") return { data = {} }';
    const { body } = await admin.post('/preview', { draft: { files: { 'a.lua': lua, 'a.svg': SVG } } });
    assert.equal(body.pictures[0].failure.code, 'script_error');
  });

  it('takes no more panels than there are, and none that is unknown', async () => {
    const { body } = await admin.post('/preview', { screen: 'local/plain', panels: Array(65).fill('og') });
    assert.match(body.error, /panels: expected a list of 1 to 64 names/);
    const unknown = await admin.post('/preview', { screen: 'local/plain', panels: ['ogg'] });
    assert.match(unknown.body.error, /got "ogg"; did you mean og\?/);
    const neither = await admin.post('/preview', { facts: { rssi: 'x', rsi: 1 }, at: 'now', size: '0x0' });
    const fields = neither.body.problems.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.toSorted(), ['at', 'facts.rsi', 'facts.rssi', 'size']);
  });

  it('leaves nothing behind', () => {
    assert.deepEqual(drafts.names(), []);
  });
});
