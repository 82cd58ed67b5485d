/**
 * Writes the pictures of docs/console.md and the README: `npm run docs:screenshots`. A real server with a small fleet that has
 * called for three days, in a real Chromium. With a folder as its argument it writes every page there, in both schemes and
 * widths, to look at.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PACKAGE_ROOT } from '../../src/platform/base/version.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { startConsoleServer } from '../support/console/console-server.ts';
import { openConsole } from '../support/console/open-console.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { type Display, deviceHeaders, type TestServer } from '../support/server/server.ts';

const HOURS = 72;
const PLACES: readonly (readonly [string, string, string, string])[] = [
  ['Kitchen', 'service-builtin/clock', 'og', 'home'],
  ['Hall', 'service-builtin/calendar', 'og', 'home'],
  ['Workshop', 'local/board', 'og', 'home'],
  ['Meeting room 1', 'service-builtin/calendar', 'x', 'office'],
  ['Meeting room 2', 'service-builtin/calendar', 'x', 'office'],
  ['Reception', 'service-builtin/greytest', 'og', 'office'],
  ['Bus stop', 'local/board', 'og', 'office'],
  ['Lift', 'local/broken', 'og', 'office'],
];

const SCREENS = {
  'board.lua': `local rows = {}
for i = 1, 6 do
  rows[i] = { line = tostring(10 + i), to = ({ "Harbour", "Old Town", "Airport", "Central", "Park", "Castle" })[i], due = (i * 7) % 23 }
end
log_info("drew " .. #rows .. " departures")
return { data = { rows = rows, title = params.title or "Departures" }, refresh_rate = 300 }
`,
  'board.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480" font-family="Source Sans 3">
  <rect width="800" height="480" fill="white"/>
  <rect width="800" height="76" fill="black"/>
  <text x="32" y="54" font-size="44" font-weight="700" fill="white">{{ data.title }}</text>
  {% for row in data.rows %}
  <text x="32" y="{{ 130 + loop.index0 * 58 }}" font-size="38" font-weight="700">{{ row.line }}</text>
  <text x="128" y="{{ 130 + loop.index0 * 58 }}" font-size="38">{{ row.to }}</text>
  <text x="768" y="{{ 130 + loop.index0 * 58 }}" font-size="38" text-anchor="end">{{ row.due }} min</text>
  {% endfor %}
</svg>
`,
  'board.meta.yaml':
    'title: Departures\ndescription: The next buses from the door\nparams:\n  title:\n    type: string\n    label: Heading\n    default: Departures\n',
  'broken.lua': 'error("the sensor gave no value")\n',
  'broken.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"/>',
};

function macOfPlace(index: number): string {
  return `02:5A:7E:00:00:${(16 + index).toString(16).toUpperCase()}`;
}

function configText(): string {
  const entries = PLACES.map(
    ([name, screen, , tag], index) =>
      `  "${macOfPlace(index)}":\n    name: ${name}\n    screen: ${screen}\n    tags: [${tag}]\n`,
  );
  return `# The displays of house and office.\ndefault_screen: service-builtin/default\ndevices:\n${entries.join('')}`;
}

async function wake(server: TestServer, index: number, hour: number): Promise<void> {
  const [, , model = 'og'] = PLACES[index] ?? [];
  const headers = deviceHeaders(macOfPlace(index), {
    Model: model,
    'FW-Version': index === 2 ? '1.6.9' : '1.8.15',
    'Battery-Voltage': (4.15 - index * 0.055 - hour * 0.0012).toFixed(2),
    RSSI: String(-52 - index * 5 - ((hour * 7) % 5)),
    Width: model === 'x' ? '1872' : '800',
    Height: model === 'x' ? '1404' : '480',
  });
  const answer = await fetch(`${server.url}/api/display`, { headers });
  if (answer.status !== 200) return;
  const display = (await answer.json()) as Display;
  // The one in the workshop cannot reach the host of the pictures.
  if (index !== 2) await (await fetch(display.image_url)).arrayBuffer();
}

/** Three days of calls, an hour at a time; the last device has been silent for half a day. */
async function live(server: TestServer, clock: MovedClock): Promise<void> {
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (const index of PLACES.keys()) {
      if (index === 5 && hour > HOURS - 12) continue;
      if (hour % 3 === 0 || hour > HOURS - 6) await wake(server, index, hour);
    }
    clock.pass(3600);
  }
  for (const index of PLACES.keys()) if (index !== 5) await wake(server, index, HOURS);
  for (const mac of ['02:5A:7E:00:01:01', '02:5A:7E:00:01:02']) {
    await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac, { Model: 'og' }) });
  }
}

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Done before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const SETTLED = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
};

const SHOTS: readonly Shot[] = [
  { name: 'fleet', path: '/', prepare: (page) => page.waitForSelector('.rows img').then(() => undefined) },
  {
    name: 'device',
    path: `/devices/${encodeURIComponent(macOfPlace(2))}`,
    prepare: async (page) => {
      await page.waitForSelector('.panel-picture img, canvas', { timeout: 20_000 }).catch(() => undefined);
    },
  },
  { name: 'pending', path: '/pending' },
  {
    name: 'studio',
    path: '/studio/local/board',
    prepare: async (page) => {
      await page.waitForSelector('.sheet-card img', { timeout: 30_000 });
    },
  },
  {
    name: 'screens',
    path: '/screens',
    prepare: async (page) => {
      await page.waitForSelector('.panel-picture img', { timeout: 30_000 }).catch(() => undefined);
    },
  },
  { name: 'settings', path: '/settings' },
  { name: 'settings-config', path: '/settings/config' },
  { name: 'health', path: '/health' },
  {
    name: 'simulator',
    path: '/simulator',
    prepare: async (page) => {
      await page.click('text=Wake once');
      await page.waitForSelector('.panel-picture img', { timeout: 20_000 }).catch(() => undefined);
    },
  },
];

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly widthPx: number;
}

async function shoot(browser: Browser, url: string, shot: Shot, look: Look, file: string): Promise<void> {
  const opened = await openConsole(browser, url, {
    path: shot.path,
    ...look,
    heightPx: look.widthPx < 600 ? 780 : 900,
  });
  await shot.prepare?.(opened.page);
  // The stream never ends, so the network is never idle for long: what is asked for at first has come then.
  await Promise.race([SETTLED(opened.page), opened.page.waitForTimeout(2_500)]);
  await opened.page.screenshot({ path: file });
  for (const fault of opened.faults) process.stderr.write(`${shot.name}: ${fault}\n`);
  await opened.close();
}

async function main(): Promise<void> {
  const [folder = null] = process.argv.slice(2);
  const clock = new MovedClock();
  clock.pass(-HOURS * 3600);
  const server = await startConsoleServer({ screens: SCREENS, config: configText() });
  await server.app.warm;
  const browser = await launchChromium();
  await live(server, clock);
  clock.restore();
  const images = path.join(PACKAGE_ROOT, 'docs', 'images');
  for (const shot of SHOTS) {
    if (folder === null) {
      const look = { scheme: shot.name === 'studio' ? 'dark' : 'light', widthPx: 1440 } as const;
      await shoot(browser, server.url, shot, look, path.join(images, `console-${shot.name}.png`));
      continue;
    }
    mkdirSync(folder, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      for (const widthPx of [360, 1440]) {
        const file = path.join(folder, `${shot.name}-${scheme}-${widthPx}.png`);
        await shoot(browser, server.url, shot, { scheme, widthPx }, file);
      }
    }
  }
  await browser?.close();
  await server.stop();
}

await main();
