/** The screens that need no network: welcome, clock, calendar, proof sheet. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertLogged, type Gallery, openGallery } from '../support/screens/gallery.ts';

describe('the screens that need no network', () => {
  let gallery: Gallery;

  before(async () => {
    gallery = await openGallery();
  });
  after(() => gallery.stop());

  it('calibration: shows each ink as one patch that is larger than all else, of too many some greys less', async () => {
    const six = '#000000,#ffffff,#0000ff,#00ff00,#ff0000,#ffff00';
    const greys = Array.from({ length: 256 }, (_, i) => `#${i.toString(16).padStart(2, '0').repeat(3)}`);
    const many = [...greys.slice(0, 250), '#ff0000', '#00ffff'].join();
    for (const [colors, count] of [
      ['#000000,#ffffff', 2],
      [six, 6],
      [greys.join(), 16],
      [many, 16],
    ] as const) {
      for (const [width, height] of [
        [800, 480],
        [480, 800],
        [1872, 1404],
        [400, 300],
      ] as const) {
        const { svg, texts } = await gallery.draw('calibration', { width, height, colors });
        const patches = [
          ...svg.matchAll(
            /<rect x="\d+" y="\d+" width="(\d+)" height="(\d+)" fill="(#\w+)" shape-rendering="crispEdges"\/>\s*<path/g,
          ),
        ];
        const wedge = 1;
        assert.equal(patches.length - wedge, count, `${count} on ${width} x ${height}`);
        for (const [, wide, high] of patches.slice(0, count)) {
          assert.ok(Number(wide) * Number(high) * count * 5 > width * height, `${wide} x ${high}`);
        }
        const inks = patches.slice(0, count).map(([, , , hex]) => hex);
        assert.equal(new Set(inks).size, count);
        if (colors === many) assert.ok(inks.includes('#ff0000') && inks.includes('#00ffff'));
        assert.ok(texts.includes('1 #000000') || texts.includes('1'));
      }
    }
  });

  it('default: shows an unregistered device its code, larger than all else', async () => {
    const { svg, texts, refreshSeconds } = await gallery.draw('default');
    assert.ok(texts.includes('TTFYS-CFDVR'));
    const sizes = [...svg.matchAll(/font-size="(\d+)"[^>]*>([^<]*)/g)].map(([, size, text]) => ({
      size: Number(size),
      text,
    }));
    const largest = sizes.reduce((best, next) => (next.size > best.size ? next : best));
    assert.equal(largest.text, 'TTFYS-CFDVR');
    assert.ok(largest.size >= 100);
    assert.equal(refreshSeconds, 300);
  });

  it('default: shows the long code where there is one, on every panel in one line as wide as the page', async () => {
    for (const [width, height] of [
      [800, 480],
      [480, 800],
      [1872, 1404],
    ] as const) {
      const device = { registrationCode: 'TTFYSCFDVRZMXMU' };
      const { svg, texts } = await gallery.draw('default', { width, height, device });
      assert.ok(texts.includes('TTFYS-CFDVR-ZMXMU') && !texts.includes('TTFYS-CFDVR'));
      const [, size] = /font-size="(\d+)"[^>]*>TTFYS/.exec(svg) ?? [];
      assert.ok(Number(size) * 17 * 0.6 <= width && Number(size) >= width / 14, `${size} on ${width}`);
    }
  });

  it('default: breaks what to do into lines of about one length, whatever the panel', async () => {
    for (const [width, height, count] of [
      [800, 480, 2],
      [480, 800, 3],
      [1404, 1872, 3],
    ] as const) {
      const { texts } = await gallery.draw('default', { width, height });
      const first = texts.findIndex((text) => text.startsWith('This display is new.'));
      const lines = texts.slice(first, first + count);
      assert.match(lines.join(' '), /add this code under “devices” in the .* through the admin API\.$/);
      assert.ok((lines.at(-1)?.length ?? 0) * 2 > (lines[0]?.length ?? 0), lines.join('|'));
    }
  });

  it('default: hides the code of a registered device, and says what comes next', async () => {
    const { texts } = await gallery.draw('default', { device: { registered: true, name: 'Kitchen' } });
    assert.ok(texts.includes('Kitchen') && texts.includes('screen: clock'));
    assert.ok(!texts.some((text) => text.includes('TTFYS')));
  });

  it('default: shows the facts that are known, and no others', async () => {
    const known = await gallery.draw('default');
    for (const text of ['4.05 V', '−63 dBm', '1.8.15', 'A4:CF:12:6E:09:5B', '800 × 480', '4 greys']) {
      assert.ok(known.texts.includes(text), text);
    }
    const nothing = {
      id: null,
      firmwareVersion: null,
      batteryVoltage: null,
      rssi: null,
      registrationCode: null,
    };
    const unknown = await gallery.draw('default', { device: nothing });
    for (const label of ['Battery', 'Signal', 'Firmware', 'Address'])
      assert.ok(!unknown.texts.includes(label), label);
    const percent = await gallery.draw('default', {
      device: { batteryVoltage: null, percentCharged: 7, rssi: 0 },
    });
    assert.ok(percent.texts.includes('7 %') && percent.texts.includes('0 dBm'));
  });

  it('clock: shows the time of its zone, and sleeps until the next minute', async () => {
    const { texts, refreshSeconds } = await gallery.draw('clock', { params: { timezone: 'Asia/Kolkata' } });
    const [, hour, minute] =
      /^(\d\d):(\d\d)$/.exec(texts.find((text) => /^\d\d:\d\d$/.test(text)) ?? '') ?? [];
    assert.ok(refreshSeconds > 0 && refreshSeconds <= 70, String(refreshSeconds));
    const shown = Number(hour) * 60 + Number(minute);
    const expected = Math.floor((Date.now() / 1000 + 10 + 5.5 * 3600) / 60) % 1440;
    assert.ok([0, 1].includes((expected - shown + 1440) % 1440), `${shown} at ${expected}`);
  });

  it('clock: counts to twelve and speaks German when asked to', async () => {
    const { texts } = await gallery.draw('clock', { params: { format: '12h', language: 'de' } });
    assert.ok(
      texts.some((text) => /^\d{1,2}:\d\d[AP]M$/.test(text)),
      texts.join('|'),
    );
    assert.ok(
      texts.some((text) => /^\d{1,2}\. \p{L}+ \d{4}$/u.test(text)),
      texts.join('|'),
    );
    const upright = await gallery.draw('clock', { params: { format: '12h' }, width: 480, height: 800 });
    assert.ok(upright.texts.some((text) => /^[AP]M$/.test(text)));
  });

  it('clock: names a time zone that does not exist', async () => {
    await assert.rejects(gallery.draw('clock', { params: { timezone: 'Mars/Base' } }), /Mars\/Base/);
  });

  it('calendar: has all days of the month, and begins the week as asked', async () => {
    const today = new Date();
    const days = new Date(today.getFullYear(), today.getMonth() + 1, 0).getDate();
    const { texts } = await gallery.draw('calendar', { params: { events: '12-24 Christmas Eve' } });
    for (let day = 1; day <= days; day++) assert.ok(texts.includes(String(day)), String(day));
    assert.ok(texts.indexOf('Mon') < texts.indexOf('Sun'));
    const american = await gallery.draw('calendar', { params: { first_day: 'sunday' } });
    assert.ok(american.texts.indexOf('Sun') < american.texts.indexOf('Mon'));
  });

  it('calendar: lists what comes up, cut to the column, and logs lines without a date', async () => {
    const events = [
      '2000-01-01 Long ago',
      '12-24 A <celebration> of a very long and winding name',
      'sometime',
    ];
    const { texts } = await gallery.draw('calendar', { params: { events: events.join('\n') } });
    assert.ok(
      texts.some((text) => /^A <celebration>.*…$/.test(text)),
      texts.join('|'),
    );
    assert.ok(!texts.some((text) => text.includes('Long ago')));
    await assertLogged(gallery, /no date in this event: sometime/);
  });

  it('calendar: shows an event of every year once, where it comes next', async () => {
    const gone = [1, 2]
      .map((days) => new Date(Date.now() - days * 86_400_000).toISOString())
      .find((date) => !date.includes('02-29T'));
    const events = `${gone?.slice(5, 10)} Gone by\n02-29 Leap day`;
    const { texts } = await gallery.draw('calendar', { params: { events, timezone: 'UTC' } });
    assert.equal(texts.filter((text) => text === 'Gone by').length, 1);
    const next = Number(gone?.slice(0, 4)) + 1;
    // The year is named only where it is another one.
    const isNamed = texts.some((text) => text.endsWith(` ${next}`) && !text.startsWith('Day'));
    assert.ok(isNamed || next === new Date().getUTCFullYear(), texts.join('|'));
  });

  it('greytest: has a swatch for each ink, labelled', async () => {
    const colors = '#000000,#ffffff,#ff0000,#ffff00,#0000ff,#00ff00';
    const { svg, texts } = await gallery.draw('greytest', { colors });
    for (const ink of colors.split(',')) {
      assert.ok(texts.includes(ink.toUpperCase()), ink);
      assert.ok(svg.includes(`fill="${ink}"`), ink);
    }
  });

  it('greytest: has lines of one, two and three pixels, and type from 7 to 40 pixels', async () => {
    const { svg } = await gallery.draw('greytest');
    for (const thickness of [1, 2, 3]) {
      assert.match(svg, new RegExp(`<rect [^>]*width="${thickness}" height="\\d+"/>`));
      assert.match(svg, new RegExp(`<rect [^>]*height="${thickness}"/>`));
    }
    for (const size of [7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40]) {
      assert.match(svg, new RegExp(`font-size="${size}">${size} `));
    }
  });
});
