import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findAssets } from '../../../src/config/env/assets.ts';
import { ownPanels } from '../../../src/domain/config-snapshot.ts';
import { settleDisplay } from '../../../src/domain/device-display.ts';
import type { Panel } from '../../../src/domain/panel.ts';
import { NO_REPORT } from '../../../src/domain/report.ts';
import { ScreenCatalogue } from '../../../src/screens/sources/catalogue.ts';
import { accepted } from '../../support/config/read-config.ts';

const ASSETS = findAssets();
const TEXT = readFileSync(ASSETS.configFile, 'utf8');
const { snapshot, warnings } = accepted(TEXT);

function panelOf(model: string): Panel | null {
  return settleDisplay(snapshot, {}, { ...NO_REPORT, model }).panel;
}

describe('the config that ships with the server', () => {
  it('loads without a warning', () => {
    assert.deepEqual(warnings, []);
  });

  it('names only screens that exist, the default one among them', () => {
    const catalogue = new ScreenCatalogue({ builtinDir: ASSETS.screensDir, localDir: null });
    assert.ok(snapshot.screens.has(snapshot.defaultScreen ?? ''));
    for (const name of snapshot.screens.keys()) {
      const located = catalogue.locate(name, snapshot);
      assert.ok(located.ok, name);
      assert.equal(located.value.handle, 'service-builtin');
    }
    for (const { ref, problem, compatWarning } of catalogue.list(snapshot)) {
      assert.deepEqual([problem, compatWarning], [null, null], ref);
    }
  });

  it('has a panel for the models and boards whose panel is known', () => {
    const values = ['og', 'x', 'xteink_x4', 'waveshare', 'waveshare_397', 'seeed_esp32c3', 'seeed_esp32s3'];
    const more = [
      'xiao_epaper_display',
      'reterminal_e1001',
      'reterminal_e1002',
      'reterminal_e1003',
      'trmnl_og',
    ];
    const boards = [
      'trmnl_og_4clr',
      'trmnl_x',
      'seeed_xiao_c3',
      'seeed_xiao_s3',
      'xiao_epaper',
      'xiao_epaper_3clr',
    ];
    for (const value of [...values, ...more, ...boards]) {
      assert.notEqual(panelOf(value)?.size ?? null, null, value);
    }
  });

  it('leaves the palette of the two models of the specification to the device', () => {
    for (const model of ['og', 'x']) assert.equal(panelOf(model)?.palette, null);
  });

  it('shows examples that load when their comment signs are removed', () => {
    const block = (from: string, to: string): string => {
      const lines = TEXT.split('\n');
      const start = lines.indexOf(from);
      const end = lines.indexOf(to, start);
      assert.ok(start >= 0 && end > start, from);
      return lines
        .slice(start, end)
        .map((line) => line.replace(/^# ?/, ''))
        .join('\n');
    };
    const devices = accepted(`${block('# devices:', 'devices: {}')}\n`);
    assert.deepEqual([...devices.snapshot.devices.keys()], ['AA:BB:CC:DD:EE:FF', 'ABCDEFGHJK', 'DEFAULT']);
    const panels = accepted(`${block('# panels:', 'panels: {}')}\n`);
    assert.deepEqual(
      ownPanels(panels.snapshot).map(({ name }) => name),
      ['og', 'workshop'],
    );
    assert.equal(accepted(block('# admin:', '')).secrets.adminToken, 'a long random text');
    assert.equal(accepted(block('# screen_repos:', '')).snapshot.screenRepos.get('garden')?.pin, 'v1.2.0');
  });
});
