import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startAdmin } from '../../support/server/admin.ts';

const CONFIG = `devices:
  "AA:BB:CC:DD:EE:01": { screen: local/typed, params: { city: Bern, dayz: 2 } }
  "AA:BB:CC:DD:EE:02": { screen: local/plain }
`;

describe('what is probably not meant in the config', () => {
  it('is logged once: at the start, and with the change that brings it', async (t) => {
    const admin = await startAdmin({ config: CONFIG });
    t.after(() => admin.server.stop());
    const { app, logs } = admin.server;
    await app.warm;
    const told = (): string[] =>
      logs
        .filter(({ msg }) => msg === 'config')
        .map(({ config }) => {
          const { line, column, message } = config as { line: number; column: number; message: string };
          return `${line}:${column} ${message}`;
        });
    const first =
      '2:69 devices.AA:BB:CC:DD:EE:01.params.dayz: the screen has no such param; did you mean days?';
    assert.deepEqual(told(), [first]);

    await admin.patch('/devices/AA:BB:CC:DD:EE:02', { name: 'Hall' });
    const { body } = await admin.patch('/devices/AA:BB:CC:DD:EE:01', { params: { towns: 1 } });
    assert.equal(body.screen, 'local/typed');
    await admin.get('/devices');
    const [, second, ...more] = told();
    assert.match(
      second ?? '',
      /^2:\d+ devices\.AA:BB:CC:DD:EE:01\.params\.towns: the screen has no such param/,
    );
    assert.deepEqual(more, []);
  });

  it('is in the view of its device', async (t) => {
    const admin = await startAdmin({ config: CONFIG });
    t.after(() => admin.server.stop());
    const { body } = await admin.get('/devices');
    const [wrong, right] = body as readonly { readonly problems: readonly object[] }[];
    assert.deepEqual(wrong?.problems, [
      { field: 'params.dayz', message: 'params.dayz: the screen has no such param; did you mean days?' },
    ]);
    assert.deepEqual(right?.problems, []);
  });
});
