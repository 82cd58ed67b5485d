/** Lets several listen to the engine. */
import { type EngineObserver, NO_OBSERVER } from './observer.ts';

/** All are told, in their order; each may leave out what it does not want to know. */
export function combineObservers(...observers: readonly Partial<EngineObserver>[]): EngineObserver {
  const listening = observers.map((observer): EngineObserver => ({ ...NO_OBSERVER, ...observer }));
  const each = (tell: (observer: EngineObserver) => void): void => {
    for (const observer of listening) tell(observer);
  };
  return {
    stages: (...told) => each((one) => one.stages(...told)),
    screenFailed: (...told) => each((one) => one.screenFailed(...told)),
    firstFetch: (...told) => each((one) => one.firstFetch(...told)),
    drawnInVain: (...told) => each((one) => one.drawnInVain(...told)),
    pictureDrawn: (...told) => each((one) => one.pictureDrawn(...told)),
    workerLost: (...told) => each((one) => one.workerLost(...told)),
    upstream: (...told) => each((one) => one.upstream(...told)),
    composed: (...told) => each((one) => one.composed(...told)),
    notReusable: (...told) => each((one) => one.notReusable(...told)),
    reuseVerified: (...told) => each((one) => one.reuseVerified(...told)),
    missedPolls: (...told) => each((one) => one.missedPolls(...told)),
  };
}
