/** Process entry of a check: checks the screens of a folder and reports each when it is done. */
import { setImmediate } from 'node:timers/promises';
import { type CheckTarget, checkTree } from '../src/check/check-tree.ts';
import { serveParent } from '../src/isolation/serve-parent.ts';
import { LuaRuntime } from '../src/script/lua-runtime.ts';

serveParent(async () => {
  const lua = await LuaRuntime.load();
  return async (target, send) => {
    for (const progress of checkTree(target as CheckTarget, lua)) {
      send(progress);
      // Messages are sent in the event loop, so wait a turn: otherwise a screen that ends this process would lose this report.
      await setImmediate();
    }
    send({ kind: 'done' });
  };
});
