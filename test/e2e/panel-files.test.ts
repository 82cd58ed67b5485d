/** What a device fetches on panels that hang another way up, keep edges free, or want another form of PNG. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { tempTree } from '../support/files/temp-tree.ts';
import { decodePng } from '../support/pictures/decode-png.ts';
import { Admin, TOKEN } from '../support/server/admin.ts';
import {
  type Display,
  deviceHeaders,
  getDisplay,
  getImage,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const SCREENS = {
  // The text says what script and template see.
  'area.lua':
    'return { data = { size = device.width .. "x" .. device.height, word = params.word or "" }, refresh_rate = 120 }',
  'area.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}"><rect width="100%" height="100%" fill="#aaa"/><rect width="20" height="10"/><text x="30" y="60" font-size="40">{{ data.size }} {{ data.word }} {{ device.battery_voltage }}</text></svg>',
  'broken.lua': 'error("no such thing")',
  'broken.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

const mac = (number: number): string => `AA:00:00:00:00:${String(number).padStart(2, '0')}`;

const CONFIG = `default_screen: area
panels:
  plain: { width: 300, height: 200 }
  quarter: { width: 300, height: 200, rotate: 90 }
  framed: { width: 300, height: 200, rotate: 90, offset: { left: 7, top: 5 } }
  kindle: { width: 300, height: 200, png: { depth: 8, grey: true } }
  board: { width: 300, height: 200, png: { depth: 1, grey: true } }
  lcd: { width: 300, height: 200, png: { depth: 24 } }
  past: { width: 300, height: 200, history: true }
devices:
  "${mac(1)}": { screen: area, panel: plain }
  "${mac(2)}": { screen: area, panel: quarter }
  "${mac(3)}": { screen: area, panel: quarter, rotate: 180 }
  "${mac(4)}": { screen: area, panel: framed }
  "${mac(5)}": { screen: area, panel: kindle }
  "${mac(6)}": { screen: area, panel: board }
  "${mac(7)}": { screen: area, panel: lcd }
  "${mac(8)}": { screen: broken, panel: quarter }
  "${mac(9)}": { screen: broken, panel: board }
  "${mac(10)}": { screen: area, panel: past }
`;

/** Where the black corner of the layout is in a picture. */
function cornerOf({ widthPx, heightPx, colours }: ReturnType<typeof decodePng>): string {
  const at = (x: number, y: number): boolean => colours[y * widthPx + x] === '#000000';
  const [right, bottom] = [widthPx - 3, heightPx - 3];
  const corners = {
    'top left': at(2, 2),
    'top right': at(right, 2),
    'bottom right': at(right, bottom),
    'bottom left': at(2, bottom),
  };
  return Object.entries(corners)
    .filter(([, isBlack]) => isBlack)
    .map(([name]) => name)
    .join();
}

describe('the file of a panel', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG, env: { SERVICE_ADMIN_TOKEN: TOKEN } });
  });
  after(() => server.stop());

  async function fetched(device: number, more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
    return getImage((await getDisplay(server, mac(device), more)).image_url);
  }

  it('is turned clockwise, with the size that the device expects', async () => {
    for (const [device, corner] of [
      [1, 'top left'],
      [2, 'top right'],
      [3, 'bottom left'],
    ] as const) {
      const decoded = decodePng(await fetched(device));
      assert.deepEqual([decoded.widthPx, decoded.heightPx], [300, 200]);
      assert.equal(cornerOf(decoded), corner);
    }
  });

  it('has the size that the device says, and script and template see what is left for them', async () => {
    const size = { Width: '400', Height: '260' };
    const decoded = decodePng(await fetched(4, size));
    assert.deepEqual([decoded.widthPx, decoded.heightPx], [400, 260]);
    const first = await getDisplay(server, mac(4), size);
    const svg = server.engine.store.get(first.filename as never)?.svg ?? '';
    assert.match(svg, /viewBox="0 0 255 393".*>255x393 /s);
  });

  it('has free edges in white', async () => {
    const { widthPx, heightPx, colours } = decodePng(await fetched(4));
    assert.deepEqual([widthPx, heightPx], [300, 200]);
    colours.forEach((colour, at) => {
      const isFree = at % 300 < 7 || at < 5 * 300;
      if (isFree) assert.equal(colour, '#ffffff');
    });
    assert.equal(colours[5 * 300 + 299], '#000000');
    assert.equal(colours[199 * 300 + 7], '#aaaaaa');
  });

  it('has the form that the panel asks for', async () => {
    for (const [device, depth, type] of [
      [5, 8, 0],
      [6, 1, 0],
      [7, 8, 2],
    ] as const) {
      const png = await fetched(device);
      assert.deepEqual([png[24], png[25]], [depth, type]);
      const { width, height, data } = PNG.sync.read(png);
      assert.deepEqual([width, height], [300, 200]);
      assert.deepEqual([...data.subarray(0, 4)], [0, 0, 0, 255]);
      // The ground #aaa: in one grey, in black and white, as it is.
      const last = data[data.length - 4];
      assert.ok(device === 6 ? last === 0 || last === 255 : last === 170);
    }
  });

  it('is that of the error screen, too', async () => {
    const turned = decodePng(await fetched(8));
    assert.deepEqual([turned.widthPx, turned.heightPx], [300, 200]);
    const [upright] = [server.engine.store.get((await getDisplay(server, mac(8))).filename as never)];
    assert.deepEqual([upright?.spec.widthPx, upright?.spec.heightPx], [200, 300]);
    const board = await fetched(9);
    assert.deepEqual([board[24], board[25]], [1, 0]);
  });

  it('is that of the welcome picture, too', async () => {
    const headers = {
      ...deviceHeaders('AA:00:00:00:00:77', { Model: 'board' }),
      Width: '300',
      Height: '200',
    };
    const response = await fetch(`${server.url}/api/setup`, { headers });
    const { image_url: url } = (await response.json()) as { image_url: string };
    const png = await getImage(url);
    assert.equal(PNG.sync.read(png).width, 300);
  });

  it('is shown the right way up to an admin', async () => {
    const admin = new Admin(server);
    const response = await fetch(`${server.url}/api/admin/devices/${mac(2)}/preview`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    const decoded = decodePng(Buffer.from(await response.arrayBuffer()));
    assert.deepEqual([decoded.widthPx, decoded.heightPx], [200, 300]);
    assert.equal(cornerOf(decoded), 'top left');
    const { body } = await admin.get('/screens');
    const framed = body.panels.find(({ name }: { name: string }) => name === 'framed');
    assert.deepEqual(framed.offset, { left: 7, top: 5, right: 0, bottom: 0 });
    assert.equal(framed.rotate, 90);
  });

  it('is turned anew when an admin turns the device', async () => {
    const admin = new Admin(server);
    assert.equal((await admin.patch(`/devices/${mac(3)}`, { rotate: 45 })).status, 400);
    assert.equal((await admin.patch(`/devices/${mac(3)}`, { rotate: 270 })).status, 200);
    assert.equal(cornerOf(decodePng(await fetched(3))), 'top left');
  });
});

describe('names of pictures on a panel with a history', () => {
  it('begin with the hash, end in the time of the first telling, and outlast a restart', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}`, SERVICE_URL_SECRET: 'the same' };
    const serve = () => startServer({ screens: SCREENS, config: CONFIG, env });
    const first = await serve();
    const tell = async (url: string, volts: string): Promise<Display> => {
      const headers = deviceHeaders(mac(10), { 'Battery-Voltage': volts });
      return (await (await fetch(`${url}/api/display`, { headers })).json()) as Display;
    };
    const since = Math.floor(Date.now() / 1000);
    const one = await tell(first.url, '4.1');
    const [, hash = '', seconds = ''] = /^([0-9a-f]{12})-(\d{10})$/.exec(one.filename) ?? [];
    assert.ok(Number(seconds) >= since && Number(seconds) <= Date.now() / 1000, one.filename);
    assert.match(one.image_url, new RegExp(`/api/image/${hash}[0-9a-f]{18}\\.png\\?`));
    assert.equal((await getImage(one.image_url))[25], 3);
    const other = await tell(first.url, '3.9');
    assert.notEqual(other.filename.slice(0, 12), hash);
    assert.equal((await tell(first.url, '4.1')).filename, one.filename);
    await first.stop();

    const second = await serve();
    t.after(() => second.stop());
    assert.equal((await tell(second.url, '3.9')).filename, other.filename);
    assert.equal((await tell(second.url, '4.1')).filename, one.filename);
  });
});
