/** What crosses the bridge while a script waits: what it asks of the main thread, and the answer. */
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../script/image/image-request.ts';

/** What a script can wait for, by the kind of the question. */
export interface BridgeKinds {
  readonly http: { readonly question: FetchRequest; readonly answer: FetchAnswer };
  readonly image: { readonly question: ImageRequest; readonly answer: ImageAnswer };
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

export interface BridgeAnswer {
  readonly requestId: number;
  readonly answer: BridgeKinds[BridgeKind]['answer'];
}
