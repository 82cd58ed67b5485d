/** What crosses the bridge while a job waits: what it asks of the main thread, and the answer. */
import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';

export interface RunQuestion<Request> {
  readonly request: Request;
  /** True when the job would come to the same place if it ran again from the start, and soon. */
  readonly isRepeatable: boolean;
}

/** What a job can wait for, by the kind of the question. */
export interface BridgeKinds {
  readonly http: { readonly question: RunQuestion<FetchRequest>; readonly answer: FetchAnswer };
  readonly image: { readonly question: RunQuestion<ImageRequest>; readonly answer: ImageAnswer };
  /** The name of pushed data: answered at once. */
  readonly data: { readonly question: string; readonly answer: DataAnswer };
  /** The job has computed for long, and goes on after others have had their turn. */
  readonly turn: { readonly question: null; readonly answer: 'go on' };
}

export type BridgeKind = keyof BridgeKinds;

/** A question on its way to the main thread. */
export type BridgeRequest = {
  readonly [Kind in BridgeKind]: {
    readonly jobId: number;
    readonly requestId: number;
    readonly kind: Kind;
    readonly question: BridgeKinds[Kind]['question'];
  };
}[BridgeKind];

/** An answer; null ends the job, because others need its thread, its answer takes long, or its time is over. */
export interface BridgeAnswer {
  readonly requestId: number;
  readonly answer: BridgeKinds[BridgeKind]['answer'] | null;
}
