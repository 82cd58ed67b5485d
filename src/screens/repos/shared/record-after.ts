/** What a server writes that has fetched for all. */
import type { Outcome } from '../fetch-run.ts';
import { type FetchTask, isServing, type RepoStanding } from '../repo-standing.ts';
import { type RepoRecord, recordText } from './repo-record.ts';

/** The text of the record after a fetch. A commit is judged once: when it takes the place of another one. */
export function textAfter(
  outcome: Outcome,
  lead: Pick<FetchTask, 'entry' | 'request'> & {
    /** The record before the fetch. */
    readonly record: RepoRecord | null;
    /** Where the server began, and where it stands now. */
    readonly from: RepoStanding;
    readonly after: RepoStanding;
  },
): string {
  const { entry, record, from, after, request } = lead;
  const former = record?.commit ?? null;
  const sha = isServing(entry, after.served) ? after.served.sha : former?.sha;
  const isSame = former !== null && former.sha === sha;
  const isCompared = outcome.kind === 'taken' && !isSame && from.served !== null;
  const isAccepted = outcome.kind === 'taken' && request.accept;
  const isJudged = isCompared || isAccepted || (isSame && record?.isJudged === true);
  return recordText(entry, after, isJudged, former);
}
