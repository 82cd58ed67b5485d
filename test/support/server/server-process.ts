/** The server as people run it, in a process of its own: for what an ordinary test server cannot show. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAIN } from '../processes/stipple.ts';
import { TOKEN } from './admin.ts';
import { PLAIN_SCREEN } from './server.ts';

export interface ServerProcessOptions {
  readonly screens?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Descriptors that the process may have open. */
  readonly openFiles?: number;
  /** Arguments of Node before the program. */
  readonly nodeArguments?: readonly string[];
  /** The program; default: the command of this build. */
  readonly main?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly err: string;
}

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly screensDir: string;
  /** Lines of the log so far. */
  readonly lines: () => readonly string[];
  /** Memory of the process in MiB. */
  readonly rssMb: () => number;
  readonly openFiles: () => number;
  stop(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly folder: string;
  readonly text: { out: string; err: string };
}

function launch(options: ServerProcessOptions): Started {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-process-'));
  const screensDir = path.join(folder, 'screens');
  mkdirSync(screensDir);
  for (const [name, content] of Object.entries(options.screens ?? PLAIN_SCREEN)) {
    writeFileSync(path.join(screensDir, name), content);
  }
  writeFileSync(path.join(folder, 'config.yaml'), options.config ?? 'default_screen: plain\n');
  const limit = options.openFiles === undefined ? '' : `ulimit -n ${options.openFiles}; `;
  const child = spawn(
    'sh',
    [
      '-c',
      `${limit}exec "$0" "$@"`,
      process.execPath,
      ...(options.nodeArguments ?? []),
      options.main ?? MAIN,
      'serve',
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        BIND_ADDR: '127.0.0.1:0',
        CONFIG_FILE: path.join(folder, 'config.yaml'),
        SCREENS_DIR: screensDir,
        SCREEN_REPOS_CACHE_DIR: path.join(folder, 'repos'),
        SERVICE_ADMIN_TOKEN: TOKEN,
        COMPOSE_THREADS: '2',
        RASTER_THREADS: '1',
        ...options.env,
      },
    },
  );
  const text = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    text.err += chunk;
  });
  return { child, folder, text };
}

/** Start a server that is expected to end by itself. */
export async function runServerProcess(options: ServerProcessOptions): Promise<Ended> {
  const { child, folder, text } = launch(options);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  rmSync(folder, { recursive: true, force: true });
  return { code, err: text.err };
}

/** Start a server, and wait until it is ready. Stop it in the test's `after`. */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { child, folder, text } = launch(options);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (text.out.includes('"msg":"ready"')) resolve();
    });
    child.on('close', (code) => reject(new Error(`the server ended with ${code}: ${text.err}${text.out}`)));
  });
  const port = Number(/"port":(\d+),"msg":"listening"/.exec(text.out)?.[1]);
  const pid = child.pid ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid,
    child,
    screensDir: path.join(folder, 'screens'),
    lines: () => text.out.split('\n').filter((line) => line !== ''),
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    openFiles: () => readdirSync(`/proc/${pid}/fd`).length,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
