/** Export and import of devices: what comes out goes back in without a change, and hostile tables do no harm. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Admin, type AdminAnswer, configFile, startAdmin, TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `# The fleet
default_screen: plain
devices:
  DEFAULT: { screen: plain }
  # in the kitchen
  "${MAC}": # by the door
    screen: local/typed
    name: "=HYPERLINK(1)" # hostile
    refresh: 600
    tags: [north, floor-1]
    colors: "#000000, #FFFFFF"
    gamut: { kept: true }
    frame_tokens: { tablet: "sha256:${'0'.repeat(64)}" }
    params:
      city: "Bern; \\"Stadt\\",\\n3000"
      days: 3
      offset: -5.5
      odd: ["=1+1", null, 7]
      none: null
      empty: ""
      text: "12"
      yes: "TRUE"
      formula: "@SUM(A1)"
      quoted: "'=x"
      told: '"a"'
      space: " x "
  abcde-fghjk: { screen: local/plain, name: "null", strength: 0.5, maximum_compatibility: false }
  "AA:BB:CC:DD:EE:02": { screen: local/plain, params: {} }
panels:
  wide: { width: 800, height: 480 }
`;

let admin: Admin;

async function exported(format: string): Promise<string> {
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const response = await fetch(`${admin.server.url}/api/admin/devices/export?format=${format}`, { headers });
  assert.equal(response.status, 200);
  // `text()` would leave the byte order mark out.
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

async function imported(text: string, query = '', type = 'text/csv'): Promise<AdminAnswer> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': type };
  const url = `${admin.server.url}/api/admin/devices/import${query}`;
  const response = await fetch(url, { method: 'POST', headers, body: text });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function messagesOf({ body }: AdminAnswer): string {
  return JSON.stringify(body.problems ?? body);
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
beforeEach(() => writeFileSync(configFile(admin.server), CONFIG));
after(() => admin.server.stop());

describe('the export of devices', () => {
  it('comes back without a change of one byte, in both formats and both modes', async () => {
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['json', 'application/json'],
    ] as const) {
      const text = await exported(format);
      for (const query of ['', '?mode=replace']) {
        const answer = await imported(text, query, type);
        assert.deepEqual([answer.status, answer.body.unchanged], [200, 4], messagesOf(answer));
        assert.deepEqual(answer.body.devices, []);
        assert.equal(admin.configText(), CONFIG);
      }
    }
  });

  it('makes the same entries on another server', async () => {
    const text = await exported('csv');
    const other = await startAdmin({ config: 'devices: {}\npanels:\n  wide: { width: 800, height: 480 }\n' });
    try {
      const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'text/csv' };
      const send = (query: string, body: string) =>
        fetch(`${other.server.url}/api/admin/devices/import${query}`, { method: 'POST', headers, body });
      const rows = text.replace(',plain,', ',local/plain,');
      assert.equal((await send('', rows)).status, 400, 'a code that nobody has shown');
      const made = await send('?expected', rows);
      assert.equal(made.status, 200, await made.clone().text());
      const [old, now] = [admin, other].map(({ server }) => server.engine.config.raw['devices']) as [
        Record<string, Record<string, unknown>>,
        Record<string, Record<string, unknown>>,
      ];
      const { gamut: _, ...entry } = old[MAC] ?? {};
      const { none: __, ...params } = (entry['params'] ?? {}) as Record<string, unknown>;
      assert.deepEqual(now[MAC], { ...entry, colors: '#000000,#ffffff', params });
      assert.deepEqual(now['ABCDE-FGHJK'], old['abcde-fghjk']);
    } finally {
      await other.server.stop();
    }
  });

  it('has no cell that a spreadsheet runs, and none that a device could make so', async () => {
    const headers = deviceHeaders(MAC, { Model: '=cmd|x;=1+1', 'FW-Version': '@1,"' });
    await fetch(`${admin.server.url}/api/display`, { headers });
    const text = await exported('csv');
    assert.ok(text.startsWith('\ufeffkey,name,screen,'));
    assert.ok(text.endsWith('\r\n'));
    for (const cell of text.split(/[,;\r\n\t]/)) assert.doesNotMatch(cell, /^"?[=@+]/, cell);
    assert.match(text, /,'=HYPERLINK\(1\),/);
    assert.match(text, /,-5\.5,/);
    assert.match(text, /'=cmd x =1\+1/);
  });

  it('takes csv or json for its format', async () => {
    const { status, body } = await admin.get('/devices/export?format=xls');
    assert.deepEqual([status, body.code], [400, 'invalid_query']);
  });
});

describe('the import of devices', () => {
  it('takes the list of the export alone, too, as programs keep it', async () => {
    const { body } = await admin.get('/devices/export?format=json');
    const [alone, within] = [
      await admin.post('/devices/import?dry_run', body.devices),
      await admin.post('/devices/import?dry_run', body),
    ];
    assert.equal(alone.status, 200, JSON.stringify(alone.body));
    assert.ok(alone.body.selected > 0);
    assert.deepEqual(alone.body, within.body);
    const none = await admin.post('/devices/import?dry_run', { list: [] });
    assert.match(none.body.error, /devices: expected a list of devices, or a map with nothing but a list/);
  });

  it('merges what the cells say: empty ones change nothing, null removes, and comments stay', async () => {
    const table = [
      'key;name;refresh;strength;params.days;params.city',
      'aa-bb-cc-dd-ee-01;Küche;900;;null;214',
      '"AA:BB:CC:DD:EE:02";"Two; ""2""";null;0.8;5;',
      'AA:BB:CC:DD:EE:03;;;;;',
    ];
    const dry = await imported(`\ufeff${table.join('\r\n')}`, '?dry_run');
    assert.deepEqual([dry.status, dry.body.problem_count], [200, 1], messagesOf(dry));
    assert.deepEqual(
      [dry.body.problems[0].line, dry.body.problems[0].field, dry.body.problems[0].device],
      [4, 'screen', 'AA:BB:CC:DD:EE:03'],
    );
    assert.equal(admin.configText(), CONFIG);
    const real = await imported(table.slice(0, 3).join('\n'));
    assert.deepEqual([real.status, real.body.changed], [200, 2], messagesOf(real));
    const text = admin.configText();
    assert.match(text, /name: "Küche" # hostile\n {4}refresh: 900\n/);
    assert.match(text, /city: "214"\n {6}offset/);
    assert.match(text, /gamut: \{ kept: true \}/);
    const two = (await admin.get('/devices/AA:BB:CC:DD:EE:02')).body;
    assert.deepEqual([two.name, two.strength, two.params], ['Two; "2"', 0.8, { days: 5 }]);
  });

  it('replaces: devices and settings that the file does not have go, DEFAULT stays', async () => {
    const answer = await imported(
      `key,screen\n${MAC},local/plain\nAA:BB:CC:DD:EE:07,local/plain\n`,
      '?mode=replace',
    );
    const { created, changed, removed } = answer.body;
    assert.deepEqual([answer.status, created, changed, removed], [200, 1, 1, 2], messagesOf(answer));
    const devices = admin.server.engine.config.raw['devices'];
    assert.deepEqual(devices, {
      DEFAULT: { screen: 'plain' },
      [MAC]: { screen: 'local/plain', gamut: { kept: true } },
      'AA:BB:CC:DD:EE:07': { screen: 'local/plain' },
    });
  });

  it('names the line and the column of every problem, and then writes nothing', async () => {
    const table = `sep=,
key,screen,refresh,params.days,params.city
${MAC},local/typed,-1,9,
nonsense,local/plain,,,"two
lines"
AA:BB:CC:DD:EE:09,clock,soon,,
${MAC},,,,
`;
    const answer = await imported(table);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_body']);
    const messages = answer.body.problems.map(({ message }: { message: string }) => message) as string[];
    assert.ok(
      messages.includes('line 3: refresh: expected an integer from 0 to 2592000, got -1'),
      messages.join('\n'),
    );
    assert.ok(messages.includes('line 3: params.days: expected an integer from 1 to 7, got 9'));
    assert.ok(messages.some((one) => one.startsWith('line 4: key: expected a MAC address')));
    assert.ok(
      messages.some((one) => one.startsWith('line 6: screen: ') && one.includes('service-builtin/clock')),
    );
    assert.ok(messages.includes('line 7: key: this device stands in line 3 already'));
    assert.equal(admin.configText(), CONFIG);
  });

  it('refuses tables that are none, with what is wrong', async () => {
    for (const [table, expected] of [
      ['', /expected a header/],
      ['key\n', /expected 1 to 20000 devices, got 0/],
      ['name,refresh\nx,5\n', /expected a column `key`/],
      [`key,refrsh\n${MAC},5\n`, /refrsh: there is no such setting; did you mean refresh\?/],
      [`key,refresh,refresh\n${MAC},5,6\n`, /expected this column once/],
      [`key,refresh\n${MAC},5,6\n`, /line 2: CSV: cell 3 has no column/],
      [`key,name\n${MAC},"open\n`, /a quotation mark is not closed/],
      [`key,name\n${MAC},"a"b\n`, /inside of a cell/],
      [`key,${'x,'.repeat(600)}\n`, /expected at most 500 columns/],
      [`key,params.__proto__\nAA:BB:CC:DD:EE:09,1\n`, /screen: expected/],
    ] as const) {
      const answer = await imported(table);
      assert.equal(answer.status, 400, table.slice(0, 60));
      assert.match(messagesOf(answer), expected);
    }
    const odd = await imported(
      '{"devices":[{"key":1},{"key":"x","params":3,"nme":1}]}',
      '',
      'application/json',
    );
    assert.deepEqual([odd.status, odd.body.problems.length], [400, 3]);
    assert.equal((await imported('[]', '', 'application/json')).status, 400);
    assert.equal((await imported('key\n', '', 'text/plain')).status, 415);
    assert.equal((await imported('key\n', '?mode=all')).status, 400);
    assert.equal((await imported('x'.repeat(9 * 1024 * 1024))).status, 413);
    assert.equal(admin.configText(), CONFIG);
  });

  it('keeps params with odd names', async () => {
    const answer = await imported('key,params.__proto__,params.a.b\nAA:BB:CC:DD:EE:02,1,x\n');
    assert.equal(answer.status, 200, messagesOf(answer));
    const { params } = (await admin.get('/devices/AA:BB:CC:DD:EE:02')).body;
    assert.deepEqual(params, JSON.parse('{"__proto__":1,"a.b":"x"}'));
    await getDisplay(admin.server, 'AA:BB:CC:DD:EE:02');
  });
});
