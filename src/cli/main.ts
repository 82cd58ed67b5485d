#!/usr/bin/env node
/** The `stipple` command. */
import { RASTER_PROGRAM } from '../engine/pool/raster-program.ts';
import { dismissAhead, startAhead } from '../pictures/isolation/start-program.ts';
import { useCodeCache } from '../platform/base/code-cache.ts';
import { LIMITS } from '../platform/base/limits.ts';
import { VERSION } from '../platform/base/version.ts';
import { ExitError } from './exit.ts';
import { catchHangUps } from './hang-up.ts';
import { say } from './output.ts';
import { requireOpenFiles } from './require-open-files.ts';

useCodeCache();
const args = process.argv.slice(2);
const isServe = args.length === 1 && args[0] === 'serve';
const draws = isServe || (args[0] === 'render' && args.some((arg) => /^(?:-o|--output)\b/.test(arg)));
try {
  // Node opens the modules of a program at the same time.
  requireOpenFiles(LIMITS.openFilesBase);
  // A signal that comes while the modules of the server are loaded must not end it.
  if (args[0] === 'serve') catchHangUps();
  if (draws) startAhead(RASTER_PROGRAM);
  if (args.length === 1 && args[0] === '--version') say.answer(VERSION);
  // Containers start this command; it does not need the command line parser, which takes a fifth of the start.
  else if (isServe) await (await import('./serve.ts')).serve();
  else await (await import('./run-cli.ts')).runCli(args);
} catch (error) {
  if (!(error instanceof ExitError)) throw error;
  if (error.message !== '') say.error(`stipple: ${error.message}`);
  process.exitCode = error.exitCode;
} finally {
  // What could not be served must not keep the command alive.
  dismissAhead();
}
