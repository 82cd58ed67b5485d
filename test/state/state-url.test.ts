import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openState } from '../../src/state/open-state.ts';
import { readStateUrl, stateLabel } from '../../src/state/state-url.ts';

describe('an address of the state', () => {
  for (const [url, expected, label] of [
    ['', { kind: 'memory' }, 'memory'],
    ['file:/data/state', { kind: 'file', folder: '/data/state' }, 'file:/data/state'],
    ['file:///data/state', { kind: 'file', folder: '/data/state' }, 'file:/data/state'],
    ['file:state', { kind: 'file', folder: 'state' }, 'file:state'],
  ] as const) {
    it(`may be ${JSON.stringify(url)}`, () => {
      const address = readStateUrl(url);
      assert.deepEqual(address, { ok: true, value: expected });
      assert.ok(address.ok && stateLabel(address.value) === label);
    });
  }

  const plain = {
    kind: 'redis',
    isTls: false,
    sentinelName: null,
    username: null,
    password: null,
    database: 0,
    prefix: 'stipple:',
  };
  for (const [url, fields, label] of [
    ['redis://db', { hosts: [{ host: 'db', port: 6379 }] }, 'db:6379'],
    [
      'rediss://me:p%40ss@db:7000/3?prefix=a:',
      {
        isTls: true,
        hosts: [{ host: 'db', port: 7000 }],
        username: 'me',
        password: 'p@ss',
        database: 3,
        prefix: 'a:',
      },
      'db:7000',
    ],
    ['redis://:secret@[::1]:1', { hosts: [{ host: '::1', port: 1 }], password: 'secret' }, '::1:1'],
    [
      'redis+sentinel://a,b:1/main/2',
      {
        hosts: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 1 },
        ],
        sentinelName: 'main',
        database: 2,
      },
      'a:26379,b:1/main',
    ],
  ] as const) {
    it(`may be ${url}`, () => {
      const address = readStateUrl(url);
      assert.deepEqual(address, { ok: true, value: { ...plain, ...fields } });
      assert.ok(address.ok);
      assert.equal(stateLabel(address.value), label);
    });
  }

  for (const [url, message] of [
    ['postgres://me:secret@db', /expected file:<folder>, redis:/],
    ['file:', /expected a folder after file:/],
    ['file://host/share', /expected a folder of this machine/],
    ['redis://me:secret@', /expected host or host:port/],
    ['redis://me:secret@db:70000', /expected host or host:port/],
    ['redis://me:secret@db:6379/x', /expected the number of a database/],
    ['redis://me:secret@a,b', /for several use redis\+sentinel:/],
    ['redis://me:%zz-secret@db', /not percent-encoded/],
    ['redis://me:secret@db?timeout=1', /expected no parameter but prefix and tls/],
    ['redis+sentinel://:secret@a', /expected the name that the sentinels know/],
  ] as const) {
    it(`may not be ${url}, and the refusal names no password`, async () => {
      const opened = await openState(url);
      assert.ok(!opened.ok);
      assert.match(opened.error, message);
      assert.match(opened.error, /^STORE_URL: /);
      assert.doesNotMatch(opened.error, /secret/);
    });
  }
});
