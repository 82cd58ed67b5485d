/** Reads the header `Server-Timing` (W3C Server Timing): the times of the stages behind an answer. */
import { STAGES, type StageTimes } from '../../platform/base/stages.ts';

const METRIC = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*(;.*)?$/;
const DURATION = /;\s*dur\s*=\s*"?(\d+(?:\.\d+)?)"?/i;

/** The stages in a header; names of others are ignored. */
export function readServerTiming(header: string): StageTimes {
  const times: StageTimes = {};
  for (const entry of header.split(',')) {
    const [, name = '', params = ''] = METRIC.exec(entry) ?? [];
    const duration = DURATION.exec(params)?.[1];
    if (duration !== undefined && Object.hasOwn(STAGES, name)) {
      times[name as keyof StageTimes] = Number(duration);
    }
  }
  return times;
}
