/** The stream tells of screens that are edited, by the admin API and on disk. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FILE_LIMITS } from '../../src/platform/base/file-limits.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { type EventReader, readEvents } from '../support/server/event-reader.ts';
import { until } from '../support/waiting.ts';

describe('the topic screen', () => {
  let admin: Admin;
  let reader: EventReader;
  let dir: string;
  before(async () => {
    admin = await startAdmin();
    dir = admin.server.screensDir;
    reader = await readEvents(admin.server, { query: '?topics=screen' });
    await reader.find('hello');
  });
  after(async () => {
    reader.leave();
    await admin.server.stop();
  });

  const told = (file: string) => reader.find('screen', ({ files }) => files.includes(file));

  it('tells of a file that the admin API writes', async () => {
    await admin.call('PUT', '/files/local/garden/script.lua', { text: 'return {}', digest: null });
    const { data } = await told('garden/script.lua');
    assert.deepEqual(data, { changed: ['local/garden'], files: ['garden/script.lua'], more: 0 });
  });

  it('tells of what an editor saves, in place and by a new file, in old and new folders', async () => {
    writeFileSync(path.join(dir, 'plain.lua'), 'return { data = { title = "edited" } }');
    assert.deepEqual((await told('plain.lua')).data.changed, ['local/plain']);
    writeFileSync(path.join(dir, '.plain.svg.swp'), '<svg/>');
    renameSync(path.join(dir, '.plain.svg.swp'), path.join(dir, 'plain.svg'));
    assert.deepEqual((await told('plain.svg')).data.changed, ['local/plain']);
    mkdirSync(path.join(dir, 'deep/er'), { recursive: true });
    writeFileSync(path.join(dir, 'deep/er/new.lua'), 'return {}');
    writeFileSync(path.join(dir, 'deep/er/new.svg'), '<svg/>');
    assert.deepEqual((await told('deep/er/new.svg')).data.changed, ['local/deep/er/new']);
    writeFileSync(path.join(dir, 'garden/logo.png'), 'x');
    assert.deepEqual((await told('garden/logo.png')).data.changed, ['local/garden']);
  });

  it('tells of what is removed, and of shared files without a screen', async () => {
    const before = reader.events.length;
    rmSync(path.join(dir, 'deep'), { recursive: true });
    const removal = await until(() => reader.events[before], 'the removal is told');
    assert.deepEqual(removal.data.changed, ['local/deep/er/new']);
    writeFileSync(path.join(dir, 'shared.lua'), 'return {}');
    assert.deepEqual((await told('shared.lua')).data.changed, []);
    for (const { data } of reader.events)
      for (const file of data.files ?? []) assert.doesNotMatch(file, /^\./);
  });

  it('names a part of very many files', async () => {
    mkdirSync(path.join(dir, '.made'));
    for (let index = 0; index < 300; index += 1) writeFileSync(path.join(dir, '.made', `f${index}.txt`), '');
    renameSync(path.join(dir, '.made'), path.join(dir, 'made'));
    const { data } = await told('made/f0.txt');
    assert.deepEqual([data.files.length, data.more], [FILE_LIMITS.toldFiles, 300 - FILE_LIMITS.toldFiles]);
  });
});
