/** Checks the text of a config in a process of its own: its YAML comes from outside, and a large one takes seconds. */
import { askCheckProcess, CHECK_WALL_MS, type CheckOptions } from './check-process.ts';
import type { ConfigTarget } from './config-target.ts';
import { type CheckFinding, general } from './finding.ts';

interface ConfigProgress {
  readonly kind: 'config';
  readonly findings: readonly CheckFinding[];
}

/** Find what is wrong with a config. Never rejects. */
export async function runConfigCheck(
  target: ConfigTarget,
  options: CheckOptions = {},
): Promise<{ readonly findings: readonly CheckFinding[]; readonly complete: boolean }> {
  let findings: readonly CheckFinding[] = [];
  const onProgress = (progress: ConfigProgress): void => {
    findings = progress.findings;
  };
  const timeoutMs = options.timeoutMs ?? CHECK_WALL_MS;
  const { end, reason } = await askCheckProcess<ConfigProgress>(target, onProgress, {
    ...options,
    timeoutMs,
    readable: target.sources.flatMap(({ roots }) => roots),
  });
  if (end === 'done') return { findings, complete: true };
  const why = end === 'timeout' ? 'the time for the check ran out' : reason;
  return { findings: [general('error', 'config', `not checked: ${why}`)], complete: false };
}
