/** Thread entry of one check: looks at the screens of a tree and tells of each when it is done. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CheckTarget, checkTree } from '../src/check/check-tree.ts';
import { LuaRuntime } from '../src/script/lua-runtime.ts';

checkTree(workerData as CheckTarget, await LuaRuntime.load(), (progress) =>
  parentPort?.postMessage(progress),
);
