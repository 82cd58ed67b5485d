import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DeviceReport, mergeReports, NO_REPORT, readReport } from '../../src/domain/report.ts';

const read = (headers: Record<string, string>): DeviceReport => readReport((name) => headers[name]);

it('reads what real firmware sends', () => {
  const report = read({
    'fw-version': '1.8.15',
    model: 'og',
    board: 'trmnl_og',
    width: '800',
    height: '480',
    'battery-voltage': '4.12',
    rssi: '-63',
    colors: '#000000,#ffffff',
  });
  assert.deepEqual(report, {
    ...NO_REPORT,
    firmwareVersion: '1.8.15',
    model: 'og',
    board: 'trmnl_og',
    size: { widthPx: 800, heightPx: 480 },
    batteryVoltage: 4.12,
    percentCharged: null,
    rssi: -63,
    colors: '#000000,#ffffff',
    userAgent: null,
  });
});

it('knows nothing of a device that says nothing', () => {
  assert.ok(Object.values(read({})).every((value) => value === null));
});

it('keeps 0 as a value', () => {
  const report = read({ rssi: '0', 'battery-voltage': '0.00', 'percent-charged': '0' });
  assert.deepEqual([report.rssi, report.batteryVoltage, report.percentCharged], [0, 0, 0]);
});

it('takes a voltage above 6 for a percentage, unless there is one', () => {
  const battery = (voltage: string, percent?: string) => {
    const said = percent === undefined ? {} : { 'percent-charged': percent };
    const { batteryVoltage, percentCharged } = read({ 'battery-voltage': voltage, ...said });
    return [batteryVoltage, percentCharged];
  };
  assert.deepEqual(battery('78'), [null, 78]);
  assert.deepEqual(battery('100.00'), [null, 100]);
  assert.deepEqual(battery('78', '80'), [null, 80]);
  assert.deepEqual(battery('6'), [6, null]);
  assert.deepEqual(battery('101'), [null, null]);
});

it('keeps the beginning of the User-Agent', () => {
  assert.equal(read({ 'user-agent': ' trmnl-display/0.1.1 ' }).userAgent, 'trmnl-display/0.1.1');
  assert.equal(read({ 'user-agent': 'x'.repeat(99) }).userAgent, 'x'.repeat(64));
});

it('ignores telemetry that does not parse', () => {
  for (const value of ['', 'NaN', 'Infinity', '1e3', '0x10', '4,2', '--4', '999999', '1 2']) {
    const report = read({ rssi: value, 'battery-voltage': value, 'percent-charged': value });
    assert.deepEqual([report.rssi, report.batteryVoltage, report.percentCharged], [null, null, null], value);
  }
  assert.equal(read({ rssi: '-6.5' }).rssi, null);
});

it('reads what firmware 1.8.15 says of its battery, its power and its last wake', () => {
  const report = read({
    ...{ 'update-source': 'button', 'battery-charging': '1', 'usb-connected': 'true', 'wake-time': '6120' },
    ...{ 'image-cached': 'false', 'wifi-band': '2.4', 'battery-health': '97', 'battery-current': '-180' },
    ...{
      'battery-temp': '23',
      'battery-capacity': '1200/2000',
      'battery-count': '1',
      'fw-commit': '07b747a',
    },
  });
  assert.deepEqual(report, {
    ...NO_REPORT,
    ...{ updateSource: 'button', batteryCharging: true, usbConnected: true, wakeTimeMs: 6120 },
    ...{ imageCached: false, wifiBand: '2.4', batteryHealth: 97, batteryCurrent: -180 },
    ...{ batteryTemp: 23, batteryCapacity: '1200/2000', batteryCount: 1, firmwareCommit: '07b747a' },
  });
});

it('takes -1 for a value that the device does not know, and forgets what it said of it before', () => {
  const earlier = read({ 'percent-charged': '80', 'battery-temp': '20', rssi: '-60' });
  const merged = mergeReports(earlier, read({ 'percent-charged': '-1', 'battery-temp': '-1', rssi: '-1' }));
  assert.deepEqual([merged.percentCharged, merged.batteryTemp, merged.rssi], [null, null, -1]);
  assert.equal(Object.hasOwn(merged, 'unknown'), false);
  // A value that cannot be read says nothing.
  assert.equal(mergeReports(earlier, read({ 'percent-charged': '-2' })).percentCharged, 80);
  assert.equal(mergeReports(earlier, read({})).percentCharged, 80);
  // A percentage in the header of the voltage counts where the other one is not known.
  assert.equal(
    mergeReports(earlier, read({ 'percent-charged': '-1', 'battery-voltage': '50' })).percentCharged,
    50,
  );
});

it('reads nothing else as a truth value', () => {
  for (const value of ['yes', '2', '', 'TRUE1', '-1'])
    assert.equal(read({ 'usb-connected': value }).usbConnected, null);
});

it('takes width and height only as a pair within 1 to 4096', () => {
  const size = (width: string, height: string) => read({ width, height }).size;
  assert.deepEqual(size('1', '4096'), { widthPx: 1, heightPx: 4096 });
  for (const [width, height] of [
    ['0', '5'],
    ['5', '4097'],
    ['800.5', '480'],
    ['-800', '480'],
    ['', '480'],
  ] as const) {
    assert.equal(size(width, height), null);
  }
  assert.equal(read({ width: '800' }).size, null);
});

it('takes the size of clients that send png-width and png-height', () => {
  assert.deepEqual(read({ 'png-width': '600', 'png-height': '800' }).size, { widthPx: 600, heightPx: 800 });
});

it('drops control characters and floods from names', () => {
  assert.equal(read({ model: 'o\u0000g\u0085' }).model, 'og');
  assert.equal(read({ model: ' \u0007 ' }).model, null);
  assert.equal(read({ board: 'x'.repeat(65) }).board, null);
});

it('mergeReports keeps what earlier calls said where this one says nothing', () => {
  const earlier = read({ model: 'og', rssi: '-60', width: '800', height: '480' });
  const merged = mergeReports(earlier, read({ rssi: '0', colors: '#000000,#ffffff' }));
  assert.deepEqual(merged, { ...earlier, rssi: 0, colors: '#000000,#ffffff' });
  assert.deepEqual(mergeReports(earlier, NO_REPORT), earlier);
});

it('a report, and what is merged of two, is an object that is copied fast', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isFast = runInNewContext('(value) => %HasFastProperties(value)') as (value: object) => boolean;
  // It is compiled by its first call.
  assert.ok(isFast({}));
  setFlagsFromString('--no-allow-natives-syntax');
  const slow: Record<string, number> = {};
  for (let number = 0; number < 200; number++) slow[`f${number}`] = number;
  assert.equal(isFast(slow), false);
  const report = read({ model: 'og', rssi: '-60', width: '800', height: '480' });
  for (const one of [NO_REPORT, report, mergeReports(NO_REPORT, report), { ...report }])
    assert.ok(isFast(one));
});
