/** Runs the git program: bounded in time, memory and disk, and alone in its process group, so that it ends as a whole. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { err, ok, type Result } from '../base/result.ts';
import { errorCode } from '../files/files.ts';

export interface GitCall {
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** An existing folder that belongs to no repository. */
  readonly cwd: string;
  /** When it has to be done, on the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Largest file that it may write, and its address space; the kernel holds it to them. */
  readonly maxFileBytes: number;
  readonly maxMemoryBytes: number;
  /** Given on standard input. */
  readonly input?: string;
  /** Takes the output piece by piece; `false` ends the program, because enough has been seen. */
  readonly take?: (chunk: Buffer) => boolean | Promise<boolean>;
}

/** How a call of git ended, other than well. */
export type GitFailure =
  | { readonly kind: 'timeout' | 'aborted' | 'stopped' }
  | {
      readonly kind: 'failed';
      /** What it said at the end, as it came: may quote the server. */
      readonly stderr: string;
    };

type Child = ChildProcessByStdio<Writable, Readable, Readable> & { readonly stdio: { readonly 3: Duplex } };

/** Kept of what git says; its reason stands at the end. */
const STDERR_BYTES = 8192;

/**
 * The shell sets the limits and becomes git. `ulimit -f` counts in 512 bytes, `-v` in KiB; systems that do not know
 * one of them do without. The reader on descriptor 3 waits for the end of the server, however that comes, and then
 * ends the group: a git that waits for a silent host would live for ever.
 */
const WITH_LIMITS =
  '{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&-; ' +
  'ulimit -c 0; ulimit -f "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null; shift 2; exec git "$@"';

/** Process groups that run now. What `process.exit` finds here would otherwise live on. */
const running = new Set<number>();
let exitHooked = false;

/** Run git to its end. Never rejects because of git; a `take` that throws ends git and rejects. */
export async function runGit(call: GitCall): Promise<Result<void, GitFailure>> {
  if (call.signal.aborted) return err({ kind: 'aborted' });
  const started = await start(call);
  if (!started.ok) return started;
  const child = started.value;
  let ended: GitFailure | null = null;
  const end = (problem: GitFailure): void => {
    ended ??= problem;
    killGroup(child);
  };
  const onAbort = (): void => end({ kind: 'aborted' });
  const timer = setTimeout(() => end({ kind: 'timeout' }), call.deadlineMs - performance.now());
  call.signal.addEventListener('abort', onAbort);
  if (call.signal.aborted) onAbort();
  try {
    const closed = whenClosed(child);
    const said = tailOf(child.stderr);
    // Git may stop reading before all is written; how it ended says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(call.input ?? '');
    if (!(await takeAll(child.stdout, call.take))) end({ kind: 'stopped' });
    const code = await closed;
    if (ended !== null) return err(ended);
    return code === 0 ? ok(undefined) : err({ kind: 'failed', stderr: said() });
  } catch (cause) {
    killGroup(child);
    throw cause;
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', onAbort);
    if (child.pid !== undefined) running.delete(child.pid);
  }
}

/** Collect what a call of git prints; more than `maxBytes` stops it. */
export async function readGit(
  call: Omit<GitCall, 'take'>,
  maxBytes: number,
): Promise<Result<string, GitFailure>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const done = await runGit({
    ...call,
    take: (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= maxBytes;
    },
  });
  return done.ok ? ok(Buffer.concat(chunks).toString('utf8')) : done;
}

function start(call: GitCall): Promise<Result<Child, GitFailure>> {
  const blocks = String(Math.ceil(call.maxFileBytes / 512));
  const kibibytes = String(Math.ceil(call.maxMemoryBytes / 1024));
  const child = spawn('/bin/sh', ['-c', WITH_LIMITS, 'sh', blocks, kibibytes, ...call.args], {
    cwd: call.cwd,
    env: call.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  }) as unknown as Child;
  child.once('exit', () => child.stdio[3].destroy());
  hookExit();
  return new Promise((resolve) => {
    child.once('spawn', () => {
      if (child.pid !== undefined) running.add(child.pid);
      resolve(ok(child));
    });
    child.once('error', (cause) => {
      const stderr = `fatal: git cannot be started (${errorCode(cause)})`;
      resolve(err({ kind: 'failed', stderr }));
    });
  });
}

/** @returns false when the taker has had enough */
async function takeAll(stdout: Readable, take: GitCall['take']): Promise<boolean> {
  try {
    for await (const chunk of stdout) {
      if (take !== undefined && !(await take(chunk))) return false;
    }
  } catch (cause) {
    // The end of a killed program cuts its output short.
    if (errorCode(cause) !== 'ERR_STREAM_PREMATURE_CLOSE') throw cause;
  }
  return true;
}

function whenClosed(child: Child): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}

function tailOf(stream: Readable): () => string {
  let tail = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_BYTES);
  });
  stream.on('error', () => undefined);
  return () => tail.toString('utf8');
}

/** End git and everything that it has started. */
function killGroup(child: Child): void {
  if (child.pid !== undefined) killPid(child.pid);
  child.stdout.destroy();
  child.stderr.destroy();
}

function killPid(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function hookExit(): void {
  if (exitHooked) return;
  exitHooked = true;
  process.on('exit', () => {
    for (const pid of running) killPid(pid);
  });
}
