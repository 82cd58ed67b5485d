/** Process entry of one check: looks at the screens of a tree and tells of each when it is done. */
import { setImmediate } from 'node:timers/promises';
import { type CheckTarget, checkTree } from '../src/check/check-tree.ts';
import { serveParent } from '../src/isolation/serve-parent.ts';
import { LuaRuntime } from '../src/script/lua-runtime.ts';

serveParent(async () => {
  const lua = await LuaRuntime.load();
  return async (target, send) => {
    for (const progress of checkTree(target as CheckTarget, lua)) {
      send(progress);
      // What is sent leaves in a turn of the event loop: a screen that ends this process takes no other's report along.
      await setImmediate();
    }
    send({ kind: 'done' });
  };
});
