/** The header `Server-Timing` (W3C Server Timing): what an answer took, stage by stage, for operators who measure. */
import type { Response } from 'express';
import type { FetchedPicture } from '../../engine/contents/picture-maker.ts';
import { type StageTimes, stagesIn } from '../../platform/base/stages.ts';
import { type Door, isAdmin } from './admission.ts';
import { elapsedMs } from './request-context.ts';

/** Sets the header for callers that show a token of the admin API, or a session of the console. For all others the answer is as if it did not exist. */
export type TellTimes = (
  response: Response,
  stagesMs: StageTimes,
  drawn?: FetchedPicture['drawn'] | null,
) => void;

/** The header as the document describes it. @param condition  whom it is for, with a colon */
export function timingHeader(condition: string, example: string): Readonly<Record<string, object>> {
  const description = `${condition} the stages that took place with their times in milliseconds (W3C Server Timing)`;
  return { 'Server-Timing': { description, schema: { type: 'string', examples: [example] } } };
}

export function timesForAdmins(door: Omit<Door, 'isOpenToLoopback'>): TellTimes {
  return (response, stagesMs, drawn = null) => {
    if (isAdmin(response.req, door)) tellTimes(response, stagesMs, drawn);
  };
}

/** Set the header. Of the stages only those that took place; `total` is the time since the request came in. */
export function tellTimes(
  response: Response,
  stagesMs: StageTimes,
  drawn: FetchedPicture['drawn'] | null = null,
): void {
  const times = [...stagesIn(stagesMs), ['total', elapsedMs(response)] as const];
  const entries = times.map(([name, ms]) => `${name};dur=${Number(ms.toFixed(3))}`);
  if (drawn !== null) entries.push(`picture;desc="${drawn}"`);
  response.setHeader('Server-Timing', entries.join(', '));
}
