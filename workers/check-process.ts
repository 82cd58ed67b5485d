/** Process entry of a check: checks the screens of a folder and reports each when it is done, or the text of a config. */
import { setImmediate } from 'node:timers/promises';
import { panelCatalogue } from '../src/config/read/panel-catalogue.ts';
import { type CheckTarget, checkTree } from '../src/engine/check/check-tree.ts';
import { type ConfigTarget, checkConfigOf } from '../src/engine/check/config-target.ts';
import { serveParent, type Work } from '../src/pictures/isolation/serve-parent.ts';
import { LuaRuntime } from '../src/screens/script/lua-runtime.ts';

serveParent(async () => {
  const lua = await LuaRuntime.load();
  // Read before the process is confined: after that it reads nothing but the screens that it checks.
  panelCatalogue();
  const work: Work = async (target, send) => {
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
  return async () => ({ work });
});
