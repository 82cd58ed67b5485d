/** Checks a config file as `stipple check` checks a screen: without a server, and without writing anything. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { findAssets } from '../../config/env/assets.ts';
import { readSecrets } from '../../config/env/env.ts';
import { weakSettings } from '../../config/env/env-advice.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { readConfigText } from '../../config/source/load.ts';
import { configWarnings, precedenceOf } from '../../engine/check/config-warnings.ts';
import { type CheckFinding, general } from '../../engine/check/finding.ts';
import { plural } from '../../platform/base/words.ts';
import { statFile } from '../../platform/files/files.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { MANIFEST_FILE } from '../../screens/sources/manifest.ts';
import { loadSettings } from '../settings.ts';
import type { CheckReport } from './report.ts';

/** Names of YAML files that belong to a screen or a repo. */
const OF_SCREENS = /^(?:(?:.+\.)?(?:meta|sample)\.yaml)$/;

/** True for a path that can only be a config: a YAML file that does not belong to a screen or a repo. */
export function isConfigFile(written: string): boolean {
  const name = path.basename(written);
  if (!/\.ya?ml$/.test(name) || OF_SCREENS.test(name) || name === MANIFEST_FILE) return false;
  return statFile(written)?.isFile() ?? false;
}

/** The problems of a config, and of its devices with the screens of `SCREENS_DIR` and the embedded ones. */
export function checkConfig(file: string): CheckReport {
  const absolute = path.resolve(file);
  const name = path.basename(absolute);
  return report(path.dirname(absolute), name, readAndParse(absolute, findAssets().configFile));
}

/** The same for a config that is in no file. @param name how findings call it */
export function checkNamedText(text: string, name: string): CheckReport {
  return report(process.cwd(), name, parseConfig(text, name));
}

function report(root: string, name: string, parsed: ReturnType<typeof parseConfig>): CheckReport {
  const assets = findAssets();
  const settings = loadSettings();
  if (!parsed.ok) {
    const errors = parsed.error.map(
      ({ line, column, reason }): CheckFinding => ({
        level: 'error',
        file: name,
        line,
        column,
        message: reason,
      }),
    );
    return { root, general: errors, screens: [], what: '1 config' };
  }
  const catalogue = new ScreenCatalogue({
    builtinDir: assets.screensDir,
    examplesDir: assets.examplesDir,
    localDir: settings.screensDir,
  });
  // A secret that cannot be read is no matter of the config.
  const secrets = readSecrets();
  const known = secrets.ok ? secrets.value : { adminToken: null };
  const found = configWarnings(parsed.value, catalogue, precedenceOf(settings, known));
  const placed = found.map(
    ({ showsError, ...rest }): CheckFinding => ({
      level: showsError ? 'error' : 'warning',
      file: name,
      ...rest,
    }),
  );
  const weak = weakSettings(settings, known).map((sentence) => general('warning', 'environment', sentence));
  const what = `1 config with ${plural(parsed.value.snapshot.devices.size, 'device')}`;
  return { root, general: [...placed, ...weak], screens: [], what };
}

/** The findings of the config in use, for a check without arguments; none when the file does not exist. */
export function checkOwnConfig(root: string): readonly CheckFinding[] {
  const { configFile } = loadSettings();
  if (configFile === null || !existsSync(configFile)) return [];
  const own = checkConfig(configFile);
  return own.general.map((finding) => ({
    ...finding,
    file: path.relative(root, path.join(own.root, finding.file)),
  }));
}

function readAndParse(file: string, embeddedFile: string): ReturnType<typeof parseConfig> {
  const text = readConfigText({ kind: 'file', path: file }, embeddedFile);
  return text.ok ? parseConfig(text.value, file) : text;
}
