/** Process entry of a check: checks the screens of a folder and reports each when it is done, or the text of a config. */
import { setImmediate } from 'node:timers/promises';
import { type CheckTarget, checkTree } from '../src/check/check-tree.ts';
import { type ConfigTarget, checkConfigOf } from '../src/check/config-target.ts';
import { panelCatalogue } from '../src/config/panel-catalogue.ts';
import { serveParent } from '../src/isolation/serve-parent.ts';
import { LuaRuntime } from '../src/script/lua-runtime.ts';

serveParent(async () => {
  const lua = await LuaRuntime.load();
  // Read now: what is not below the folders of screens cannot be opened later.
  panelCatalogue();
  return async () => async (target, send) => {
    if ('text' in (target as CheckTarget | ConfigTarget)) {
      send({ kind: 'config', findings: checkConfigOf(target as ConfigTarget) });
      await setImmediate();
      send({ kind: 'done' });
      return;
    }
    for (const progress of checkTree(target as CheckTarget, lua)) {
      send(progress);
      // Messages are sent in the event loop, so wait a turn: otherwise a screen that ends this process would lose this report.
      await setImmediate();
    }
    send({ kind: 'done' });
  };
});
