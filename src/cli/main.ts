#!/usr/bin/env node
/** The `stipple` command. */
import { hideBin } from 'yargs/helpers';
import { runCli } from './run-cli.ts';

process.exitCode = await runCli(hideBin(process.argv));
