/** Reads configs in tests. */
import assert from 'node:assert/strict';
import { describeConfigProblem } from '../../../src/config/read/findings.ts';
import { type ParsedConfig, parseConfig } from '../../../src/config/read/parse.ts';

/** The config of a text that can be used. */
export function accepted(text: string): ParsedConfig {
  const parsed = parseConfig(text, 'config.yaml');
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.error.map(describeConfigProblem).join('\n'));
  return parsed.value;
}

/** The problems of a text that cannot be used, a line each. */
export function refused(text: string): string[] {
  const parsed = parseConfig(text, 'config.yaml');
  assert.ok(!parsed.ok, 'expected the config to be refused');
  return parsed.error.map(describeConfigProblem);
}

/** The warnings about a text, `line:column message` each. */
export function warnings(text: string): string[] {
  return accepted(text).warnings.map(({ line, column, message }) => `${line}:${column} ${message}`);
}
