/** Every line of the log about a request has its id, from the call of a device to the drawing that it causes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setup } from '../support/device/calls.ts';
import { getDisplay, getImage, startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:0';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">';
const SCREENS = {
  'odd.lua': 'log_info("hello") return { data = { n = device.rssi }, refresh_rate = 120 }',
  'odd.svg': `${SVG}<text x="9" y="99" font-family="Nowhere">{{ data.n }}</text></svg>`,
  'torn.lua': 'return { data = {} }',
  'torn.svg': `${SVG}<image href="torn.png" width="9" height="9"/></svg>`,
  'torn.png': 'no picture',
};
const CONFIG = `default_screen: odd
devices:
  "${MAC}2": { screen: torn }
`;

describe('the lines of a request', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG });
    await server.app.warm;
  });
  after(() => server.stop());

  /** The lines with an id, when one of them says so. */
  async function linesOf(requestId: string, last: string): Promise<readonly Record<string, unknown>[]> {
    const ofRequest = () => server.logs.filter((line) => line['requestId'] === requestId);
    await until(() => ofRequest().some(({ msg }) => String(msg).startsWith(last)), last);
    return ofRequest();
  }

  it('have its id, that of the drawing too, with the stages at debug level', async () => {
    const before = server.logs.length;
    const { filename } = await getDisplay(server, `${MAC}1`, { 'X-Request-Id': 'first-call', RSSI: '-61' });
    const lines = await linesOf('first-call', 'picture drawn');
    const messages = lines.map(({ msg }) => msg);
    for (const message of ['script says', 'screen composed', 'answered', 'picture drawn'])
      assert.ok(messages.includes(message), message);
    assert.ok(lines.some(({ level, msg }) => level === 'warn' && /Nowhere/.test(String(msg))));
    const composed = lines.find(({ msg }) => msg === 'screen composed');
    const drawn = lines.find(({ msg }) => msg === 'picture drawn');
    const facts = { level: 'debug', screen: 'odd', device: `${MAC}1` };
    for (const line of [composed, drawn]) {
      const { level, screen, device } = line ?? {};
      assert.deepEqual({ level, screen, device }, facts);
    }
    assert.equal(drawn?.['hash'], filename);
    assert.deepEqual(Object.keys(composed?.['stagesMs'] ?? {}), ['place', 'script', 'template', 'check']);
    assert.deepEqual(Object.keys(drawn?.['stagesMs'] ?? {}).at(0), 'queue');
    const nameless = server.logs.slice(before).filter((line) => line['requestId'] === undefined);
    assert.deepEqual(nameless, []);
  });

  it('have its id where the picture cannot be drawn', async () => {
    await getDisplay(server, `${MAC}2`, { 'X-Request-Id': 'torn-call' });
    const lines = await linesOf('torn-call', 'picture not drawn:');
    const line = lines.find(({ code, level }) => code === 'svg_invalid' && level === 'error');
    assert.deepEqual([line?.['device'], line?.['screen']], [`${MAC}2`, 'torn']);
  });

  it('have its id where a new device gets its first picture', async () => {
    const { body } = await setup(server, `${MAC}3`, { 'X-Request-Id': 'setup-call' });
    const [drawn] = (await linesOf('setup-call', 'picture drawn')).filter(
      ({ msg }) => msg === 'picture drawn',
    );
    assert.deepEqual([drawn?.['screen'], drawn?.['device']], ['welcome', `${MAC}3`]);
    assert.ok((await getImage(body.image_url)).length > 0);
  });
});
