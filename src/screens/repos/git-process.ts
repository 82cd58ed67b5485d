/** Runs git with limits of time, memory and disk, in a process group of its own, so that it can be ended as a whole. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { errorCode } from '../../platform/files/files.ts';

export interface GitCall {
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** An existing folder outside of any repository. */
  readonly cwd: string;
  /** Deadline, on the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Largest file that it may write, and its address space; the kernel enforces both. */
  readonly maxFileBytes: number;
  readonly maxMemoryBytes: number;
  /** Written to standard input. */
  readonly input?: string;
  /** Receives the output in pieces; returning `false` ends the program. */
  readonly take?: (chunk: Buffer) => boolean | Promise<boolean>;
}

/** Why a call of git failed. */
export type GitFailure =
  | { readonly kind: 'timeout' | 'aborted' | 'stopped' }
  | {
      readonly kind: 'failed';
      /** The end of its error output, unchanged: may quote the server. */
      readonly stderr: string;
    };

type Child = ChildProcessByStdio<Writable, Readable, Readable> & { readonly stdio: { readonly 3: Duplex } };

/** Size of the error output that is kept; its reason is at the end. */
const STDERR_BYTES = 8192;

/**
 * The shell sets the limits and becomes git. `ulimit -f` counts in 512 bytes, `-v` in KiB; a limit that the system does
 * not have is skipped. The reader on descriptor 3 waits for the end of the server, for whatever reason, and then ends
 * the group: a git that waits for a silent host would otherwise live for ever.
 */
const WITH_LIMITS =
  '{ read -r _ <&3; kill -KILL 0; } >/dev/null 2>&1 & exec 3<&-; ' +
  'ulimit -c 0; ulimit -f "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null; shift 2; exec git "$@"';

/** Running process groups, to be ended when the process exits. */
const running = new Set<number>();
let exitHooked = false;

/**
 * Run git and wait for its end. Never rejects because of git; when `take` throws, git is ended and the call rejects.
 */
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
    // Git may stop reading early; its exit status tells why.
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

/** Collect the output of a call of git; more than `maxBytes` ends it. */
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
    // The output of a killed program ends early.
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

/** End git and all processes that it has started. */
function killGroup(child: Child): void {
  if (child.pid !== undefined) killPid(child.pid);
  child.stdout.destroy();
  child.stderr.destroy();
}

function killPid(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function hookExit(): void {
  if (exitHooked) return;
  exitHooked = true;
  process.on('exit', () => {
    for (const pid of running) killPid(pid);
  });
}
