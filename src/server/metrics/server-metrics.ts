/** What the server is, and whether it is well: version, readiness, config. */

import type { ConfigStore } from '../../config/source/store.ts';
import { DEFAULT_KEY } from '../../domain/mapping.ts';
import { VERSION } from '../../platform/base/version.ts';
import { type Instruments, single } from './instruments.ts';

export interface ServerGauges {
  /** True while pictures can be drawn. */
  isReady(): boolean;
  /** Doubtful entries of the config in use. */
  configWarnings(): number;
}

/** Register what is read from the server at each scrape. */
export function serverMetrics(instruments: Instruments, state: ServerGauges, config: ConfigStore): void {
  const { versions, platform, arch } = process;
  const labels = { version: VERSION, node: versions.node, platform: `${platform}-${arch}` };
  instruments.readGauge(
    'build_info',
    'Always 1; its labels say what runs',
    ['version', 'node', 'platform'],
    () => [{ labels, value: 1 }],
  );
  instruments.readGauge('ready', 'Whether pictures can be drawn: 1 or 0', [], () =>
    single(state.isReady() ? 1 : 0),
  );
  instruments.readGauge(
    'config_devices',
    'Entries under devices in the config, without the default',
    [],
    () => {
      const { devices } = config.snapshot;
      return single(devices.size - (devices.has(DEFAULT_KEY) ? 1 : 0));
    },
  );
  instruments.readGauge('config_warnings', 'Doubtful entries of the config, as in the log', [], () =>
    single(state.configWarnings()),
  );
}
