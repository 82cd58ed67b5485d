/** Effects of measured colours and of marks in an SVG on the picture that a device fetches. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { decodePng } from '../support/pictures/decode-png.ts';
import { getDisplay, getImage, startServer, type TestServer } from '../support/server/server.ts';

const flat = (mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><rect ${mark} width="800" height="480" fill="#888"/><rect x="300" y="200" width="200" height="80" fill="#555555"/></svg>`;

const SCREENS = {
  'flat.lua': 'return { data = {} }',
  'flat.svg': flat(''),
  'marked.lua': 'return { data = {} }',
  'marked.svg': flat('data-tone="continuous"'),
  'typo.lua': 'return { data = {} }',
  'typo.svg': flat('data-tone="photo"'),
  'other.lua': 'return { data = {}, colors = "#000000,#ff0000" }',
  'other.svg': flat(''),
};

const CONFIG = `default_screen: flat
panels:
  nominal: { width: 800, height: 480, colors: "#000000,#555555,#aaaaaa,#ffffff", colors_actual: "#000000,#2a2a2a,#676767,#ffffff" }
  measured: { width: 800, height: 480, colors: "#000000,#555555,#aaaaaa,#ffffff", colors_actual: "#000000,#2a2a2a,#676767,#ffffff", dither_measured: true }
devices:
  "AA:00:00:00:00:01": { screen: flat, panel: nominal }
  "AA:00:00:00:00:02": { screen: flat, panel: measured }
  "AA:00:00:00:00:03": { screen: marked, panel: measured }
  "AA:00:00:00:00:04": { screen: typo, panel: nominal }
  "AA:00:00:00:00:05": { screen: other, panel: measured }
`;

describe('measured colours and marks', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG });
  });
  after(() => server.stop());

  async function fetched(device: number): Promise<{ name: string; colours: readonly string[] }> {
    const display = await getDisplay(server, `AA:00:00:00:00:0${device}`);
    return { name: display.filename, colours: decodePng(await getImage(display.image_url)).colours };
  }

  function share(colours: readonly string[], ink: string): number {
    return colours.filter((colour) => colour === ink).length / colours.length;
  }

  it('dither_measured changes the name and the inks of the picture of an SVG', async () => {
    const [nominal, measured] = [await fetched(1), await fetched(2)];
    assert.notEqual(nominal.name, measured.name);
    assert.equal(share(nominal.colours, '#ffffff'), 0);
    assert.ok(share(measured.colours, '#ffffff') > 0.05);
  });

  it('an exact ink over a marked area stays exact on a measured panel', async () => {
    const { colours } = await fetched(3);
    for (let x = 300; x < 500; x += 1) assert.equal(colours[240 * 800 + x], '#555555');
  });

  it('an unknown mark is a warning in the log', async () => {
    await fetched(4);
    assert.match(JSON.stringify(server.logs), /:1:\d+: data-tone \\"photo\\"/);
  });

  it('inks without measured colours are a warning, not a failure', async () => {
    const { colours } = await fetched(5);
    assert.deepEqual(new Set(colours), new Set(['#000000', '#ff0000']));
    assert.match(JSON.stringify(server.logs), /dither_measured has no effect.*#ff0000/);
  });
});
