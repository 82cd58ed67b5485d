import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { panelCatalogue, readCatalogue } from '../../../src/config/read/panel-catalogue.ts';
import { settleDisplay } from '../../../src/domain/device-display.ts';
import type { Panel } from '../../../src/domain/panel.ts';
import { NO_REPORT, readReport } from '../../../src/domain/report.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import { accepted } from '../../support/config/read-config.ts';

const TEXT = readFileSync(path.join(PACKAGE_ROOT, 'assets/panels.yaml'), 'utf8');
const SPECTRA_6 = ['#000000', '#ffffff', '#0000ff', '#00ff00', '#ff0000', '#ffff00'];

/** Sizes that Kindles say, and their panels. */
const KINDLE_SIZES = [
  [800, 600, 'kindle_7'],
  [1024, 768, 'kindle_pw6'],
  [1024, 758, 'kindle_pw6'],
  [1448, 1072, 'kindle_pw7'],
  [1680, 1264, 'kindle_oasis_2'],
  [1648, 1236, 'kindle_pw11'],
  [2480, 1860, 'kindle_scribe'],
] as const;

/** The panel that a config of a text gives to a device with these headers. */
function panelOf(headers: Readonly<Record<string, string>>, config = ''): Panel | null {
  const said = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return settleDisplay(
    accepted(config).snapshot,
    {},
    readReport((name) => said.get(name)),
  ).panel;
}

describe('the panel catalogue', () => {
  it('is what the build has made of its YAML, without a warning', () => {
    assert.deepEqual(panelCatalogue(), readCatalogue(TEXT));
    assert.ok([...panelCatalogue().values()].every(({ source }) => source === 'catalogue'));
  });

  it('keeps the names that configs may use', () => {
    const before =
      'og og_4clr x x_16 reterminal_e1001 reterminal_e1002 reterminal_e1003 seeed seeed_3clr xteink_x4 waveshare waveshare_397';
    for (const name of before.split(' ')) assert.ok(panelCatalogue().has(name), name);
  });

  it('dithers towards measured inks wherever it knows those of a panel in colour, and sends the nominal ones', () => {
    const measured = [...panelCatalogue().values()].filter(({ ditherMeasured }) => ditherMeasured);
    assert.equal(measured.length, 5);
    for (const { name, palette, measured: inks } of measured) {
      assert.deepEqual([palette, inks?.length], [SPECTRA_6, 6], name);
    }
  });

  it('is refused with every mistake that it has', () => {
    assert.throws(
      () => readCatalogue('panels: { a: { match: og }, b: { match: og, heigth: 3 } }'),
      /panels\.a.*\n.*heigth/s,
    );
    assert.throws(() => readCatalogue('- og'), /expected `panels`/);
    assert.throws(() => readCatalogue('panels: ['), /1:/);
  });
});

describe('the panel of a device with the headers of its client', () => {
  const esp = { 'User-Agent': 'ESP32HTTPClient', 'FW-Version': '1.8.15' };
  const small = { ...esp, Width: '800', Height: '480' };
  const large = { ...esp, Width: '1872', Height: '1404' };
  const koreader = { 'User-Agent': 'trmnl-display/0.1.0-koreader', 'battery-voltage': '78' };
  const png = (width: number, height: number) => ({ 'png-width': `${width}`, 'png-height': `${height}` });
  const cases: readonly (readonly [headers: Readonly<Record<string, string>>, panel: string | undefined])[] =
    [
      ...['og', 'OG', 'og_gen2', 'gen-2'].map((model) => [{ ...small, Model: model }, 'og'] as const),
      [{ ...small, Model: 'og', Board: 'trmnl_og' }, 'og'],
      [{ ...small, Model: 'og', Board: 'trmnl_og_4clr' }, 'og_4clr'],
      [{ ...large, Model: 'x' }, 'x'],
      [{ ...esp, Model: 'x', Width: '1404', Height: '1872' }, 'x_portrait'],
      [{ ...large, Model: 'x', Board: 'trmnl_x' }, 'x'],
      [{ ...small, Model: 'reterminal_e1001' }, 'reterminal_e1001'],
      [{ ...small, Model: 'reterminal_e1002' }, 'reterminal_e1002'],
      [{ ...large, Model: 'reterminal_e1003' }, 'reterminal_e1003'],
      [{ ...esp, Model: 'reTerminal E1004', Width: '1200', Height: '1600' }, 'reterminal_e1004'],
      ...['seeed_esp32c3', 'seeed_esp32s3', 'xiao_epaper_display'].map(
        (model) => [{ ...small, Model: model }, 'seeed'] as const,
      ),
      [{ ...small, Model: 'xiao_epaper_display', Board: 'xiao_epaper_3clr' }, 'seeed_3clr'],
      [{ ...small, Model: 'waveshare' }, 'waveshare'],
      [{ ...esp, Model: 'waveshare', Width: '648', Height: '480' }, 'waveshare_583'],
      [{ ...small, Model: 'waveshare_397' }, 'waveshare_397'],
      [{ ...small, Model: 'xteink_x4' }, 'xteink_x4'],
      [{ ...esp, Model: 'paper_s3', Width: '960', Height: '540' }, 'paper_s3'],
      [{ ...esp, Model: 'lilygo', Width: '960', Height: '540' }, 'lilygo'],
      [{ ...esp, Model: 'sensoria_c5', Width: '1280', Height: '720' }, 'sensoria'],
      [{ ...esp, Model: 'sensoria_s3' }, 'sensoria'],
      [{ ...esp, Model: 'Inkplate 2', Width: '212', Height: '104' }, 'inkplate_2'],
      [{ ...esp, Model: 'Inkplate 4 Tempera', Width: '600', Height: '600' }, 'inkplate_4_tempera'],
      [{ ...esp, Model: 'Inkplate 5', Width: '960', Height: '540' }, 'inkplate_5'],
      [{ ...esp, Model: 'Inkplate 6', Width: '800', Height: '600' }, 'inkplate_6'],
      [{ ...esp, Model: 'Inkplate 6v2', Width: '800', Height: '600' }, 'inkplate_6'],
      [{ ...esp, Model: 'Inkplate 6 Flick', Width: '1024', Height: '758' }, 'inkplate_6_flick'],
      [{ ...esp, Model: 'Inkplate 10', Width: '1200', Height: '825' }, 'inkplate_10'],
      [{ ...esp, Model: 'Inkplate 5v2', Width: '1280', Height: '720' }, 'inkplate_5v2'],
      [{ ...esp, Model: 'Inkplate 6 Plus', Width: '1024', Height: '758' }, 'inkplate_6_plus'],
      [{ ...esp, Model: 'Inkplate 6 Color', Width: '600', Height: '448' }, 'inkplate_6_color'],
      [{ ...esp, Model: 'Inkplate 13 Spectra', Width: '1600', Height: '1200' }, 'inkplate_13_spectra'],
      ...KINDLE_SIZES.flatMap(([width, height, panel]) =>
        ['trmnl-display/0.1.1', 'trmnl-display/7.8.9', 'trmnl-kindle/0.1.1', 'TRMNL-Kindle/2'].map(
          (agent) =>
            [{ 'User-Agent': agent, 'percent-charged': '78', ...png(width, height) }, panel] as const,
        ),
      ),
      ...KINDLE_SIZES.map(([width, height]) => [{ ...koreader, ...png(width, height) }, 'koreader'] as const),
      [{ 'User-Agent': 'trmnl-display/1.5.11', ...png(1072, 1448) }, 'nook_glowlight_4'],
      [{ 'User-Agent': 'trmnl-display/1.5.11', ...png(1448, 1072) }, 'nook_glowlight_4'],
      [{ 'User-Agent': 'trmnl-display/0.2.0', ...png(1072, 1448) }, undefined],
      [{ 'User-Agent': 'trmnl-display/0.2.0' }, undefined],
      [{ 'User-Agent': 'TRMNL-Nook/1.0 (Android 2.1)', 'Percent-Charged': '78' }, 'nook_simple_touch'],
      [{ 'User-Agent': 'TRMNL Display/2.6.0 (build:26; Android 13)', RSSI: '-50' }, 'android'],
      [{ 'User-Agent': 'trmnl-remarkable/2.4.0', model: 'reMarkable Paper Pro' }, 'remarkable_paper_pro'],
      [{ 'User-Agent': 'trmnl-remarkable/2.4.0', model: 'reMarkable 2' }, 'remarkable_2'],
      [{ 'User-Agent': 'trmnl-remarkable/2.4.0', model: 'reMarkable 1' }, 'remarkable_2'],
      [{ 'User-Agent': 'trmnl-remarkable/2.4.0', model: 'something' }, 'remarkable_paper_pro'],
      [{ 'User-Agent': 'trmnl-rm1/0.1.0' }, 'remarkable_2'],
      [{ ...koreader, ...png(1264, 1680) }, 'koreader'],
      [{ ...koreader, ...png(1404, 1872) }, 'remarkable_2'],
      [{ ...small, Model: 'reTerminal Sticky' }, undefined],
      [{ 'User-Agent': 'curl/8.5' }, undefined],
    ];
  for (const [headers, panel] of cases) {
    const said = Object.values(headers).join(', ');
    it(`is ${panel ?? 'none'} for ${said}`, () => assert.equal(panelOf(headers)?.name, panel));
  }
});

describe('the catalogue', () => {
  it('turns the three BOOX that their vendor turns, so that they are seen as their owners hold them', () => {
    const seen = ['boox_go_7', 'boox_nova_air_c', 'boox_poke_5', 'boox_palma'].map((name) => {
      const { rotate, widthPx, heightPx } = settleDisplay(accepted('').snapshot, { panel: name }, NO_REPORT);
      return `${name} ${widthPx} x ${heightPx}, ${rotate}`;
    });
    assert.deepEqual(seen, [
      'boox_go_7 1680 x 1264, 90',
      'boox_nova_air_c 1872 x 1404, 90',
      'boox_poke_5 1072 x 1448, 90',
      'boox_palma 1648 x 824, 0',
    ]);
  });
});

describe('a panel of the config', () => {
  it('wins over the catalogue by its match, whatever that asks for', () => {
    const config = 'panels: { mine: { match: x } }';
    const headers = { Model: 'x', Width: '1404', Height: '1872' };
    assert.equal(panelOf(headers, config)?.name, 'mine');
    assert.equal(panelOf({ Model: 'og' }, config)?.name, 'og');
  });

  it('takes the place of the one with its name, and keeps what that matches unless it says otherwise', () => {
    const og = panelOf({ Model: 'gen-2' }, 'panels: { og: { width: 400, height: 300 } }');
    assert.deepEqual([og?.source, og?.size, og?.measured], ['config', { widthPx: 400, heightPx: 300 }, null]);
    assert.equal(panelOf({ Model: 'gen-2' }, 'panels: { og: { match: other } }'), null);
  });
});
