import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfinedProcess } from '../../../src/pictures/isolation/confined-process.ts';
import type { Message } from '../../../src/pictures/isolation/frames.ts';
import type { ReadyHeader } from '../../../src/pictures/isolation/protocol.ts';
import { hideProcess, kernelBarriers } from '../../../src/pictures/native/confine.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';
import type { Raw, RawCall } from './taken-over-process.ts';

const MIB = 1024 * 1024;
const EPERM = -1;
const EACCES = -13;
const ENOSYS = -38;
const NOT_REACHED = -1000;
const isAble = process.platform === 'linux' && process.arch === 'x64' && kernelBarriers().landlock >= 6;
const skip = isAble ? false : 'takes Linux 6.12 on x86-64';

/**
 * Numbers of x86-64 that are allowed, whatever their arguments or with some of them; and 335 and 336, which the kernel
 * itself answers with an end of the process.
 */
const ALLOWED = new Set([
  ...[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 24, 25, 28, 35, 39, 48, 56, 60,
    63,
  ],
  ...[
    72, 79, 89, 96, 97, 98, 99, 102, 104, 107, 108, 110, 131, 143, 145, 157, 186, 201, 202, 204, 217, 218,
    219, 228, 229, 230,
  ],
  ...[
    231, 232, 233, 234, 257, 262, 267, 269, 271, 273, 281, 295, 302, 309, 318, 324, 329, 330, 331, 332, 334,
    335, 336,
  ],
]);

let folder = '';
let child: ConfinedProcess;
let threads: number[] = [];
const descriptors: number[] = [];
const inbox: Message[] = [];
let ended = '';
let wake: () => void = () => {};

async function next(): Promise<Message> {
  while (inbox.length === 0) {
    assert.equal(ended, '');
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  return inbox.shift() as Message;
}

async function call(calls: readonly RawCall[] | 'ask'): Promise<number[]> {
  child.send(calls);
  return ((await next()).header as { results: number[] }).results;
}

/** What one call gives in each thread. */
function inAll(number: number, ...rest: (number | string)[]): Promise<number[]> {
  return call(threads.map((thread) => ({ thread, number, arguments: rest })));
}

async function refusedInAll(what: string, number: number, ...rest: (number | string)[]): Promise<void> {
  for (const result of await inAll(number, ...rest)) {
    assert.ok([EPERM, EACCES, ENOSYS].includes(result), `${what}: ${result}`);
  }
}

describe('a confined process that was taken over', { skip }, () => {
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
    writeFileSync(path.join(folder, 'secret'), 'secret');
    for (const name of ['font', 'before', 'after']) writeFileSync(path.join(folder, name), name);
    const addon = path.join(folder, 'raw.node');
    const source = path.join(PACKAGE_ROOT, 'test/pictures/isolation/raw-calls.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', addon, source]);
    // As a library opens them that knows nothing of descriptors that are inherited.
    const raw = createRequire(import.meta.url)(addon) as Raw;
    const open = (name: string): number => raw.call(process.pid, 257, -100, path.join(folder, name), 0, 0);
    descriptors.push(open('before'));
    hideProcess();
    descriptors.push(open('after'));
    child = new ConfinedProcess({
      ...{ entry: new URL('./taken-over-process.js', import.meta.url), setup: addon, heapMb: 64 },
      ...{ memoryBytes: 400 * MIB, niceness: 0, readable: [path.join(folder, 'font')] },
      onMessage: (message) => {
        inbox.push(message);
        wake();
      },
      onEnd: ({ reason, lastWords }) => {
        ended = `${reason} ${lastWords}`;
        wake();
      },
    });
    const { kind, missing } = (await next()).header as ReadyHeader;
    assert.deepEqual([kind, missing], ['ready', []]);
    threads = readdirSync(`/proc/${child.pid}/task`).map(Number);
  });

  after(() => {
    child?.kill('the test is over');
    for (const descriptor of descriptors) closeSync(descriptor);
    rmSync(folder, { recursive: true, force: true });
  });

  it('opens no file but those that it was given, in any thread, and those only to read', async () => {
    assert.ok(threads.length > 5);
    const open = (file: string, flags = 0): Promise<number[]> => inAll(257, -100, file, flags, 0o600);
    const server = `/proc/${process.pid}`;
    const own = `/proc/${child.pid}`;
    const files = [
      path.join(folder, 'secret'),
      folder,
      '/etc/passwd',
      '/',
      '/proc',
      '/sys',
      '/dev/null',
      '/tmp',
    ];
    const facts = [
      'environ',
      'mem',
      'maps',
      'cwd/package.json',
      'root/etc/passwd',
      'fd',
      'cmdline',
      'status',
    ];
    const more = ['/proc/sys/kernel/hostname', '/proc/1/cgroup', `${own}/mem`, '/proc/self/environ'];
    for (const file of [...files, ...facts.map((name) => `${server}/${name}`), ...more]) {
      for (const result of await open(file))
        assert.ok([EPERM, EACCES].includes(result), `${file}: ${result}`);
    }
    const font = path.join(folder, 'font');
    for (const result of await open(font)) assert.ok(result >= 0, `the font: ${result}`);
    for (const flags of [1, 2, 0o100, 0o1000, 0o2000, 0o100 | 1, 0o20200000 | 2]) {
      for (const result of await open(font, flags)) assert.equal(result, EPERM, `flags ${flags}`);
    }
    assert.equal(readFileSync(font, 'utf8'), 'font');
  });

  it('reaches no other process, no network, no limit and no owner of a descriptor, in any thread', async () => {
    const server = process.pid;
    const attempts: readonly [string, number, ...(number | string)[]][] = [
      ['kill', 62, server, 0],
      ['tkill', 200, server, 9],
      ['tgkill', 234, server, server, 0],
      ['tgkill of init', 234, 1, 1, 0],
      ['limits of the server', 302, server, 7, 0, 0],
      ['own limits', 302, 0, 7, 'xxxxxxxxxxxxxxxx', 0],
      ['F_SETOWN', 72, 3, 8, server],
      ['F_SETSIG', 72, 3, 10, 9],
      ['F_SETOWN_EX', 72, 3, 15, 'xxxxxxxx'],
      ['F_NOTIFY', 72, 3, 1026, 1],
      ['O_ASYNC', 72, 3, 4, 0o20000],
      ['FIOASYNC', 16, 3, 0x5452, 'xxxx'],
      ['FIOSETOWN', 16, 3, 0x8901, 'xxxx'],
      ['affinity of the server', 204, server, 8, 'xxxxxxxx'],
      ['end with the server', 157, 1, 0],
      ['dumpable', 157, 4, 1],
      ['ptracer', 157, 0x59616d61, server],
      ['fork', 56, 17],
      ['new user namespace', 56, 0x10000000 | 17],
      ['thread in a namespace', 56, 0x3d0f00 | 0x10000000],
      ['abort of a clone3', 435, 'xxxxxxxxxxxx', 88],
    ];
    for (const [what, number, ...rest] of attempts) await refusedInAll(what, number, ...rest);
  });

  it('makes no system call that is not on the list, with any arguments', async () => {
    const patterns: readonly (readonly (number | string)[])[] = [
      [0, 0, 0, 0, 0, 0],
      [-1, -1, -1, -1, -1, -1],
      ['/etc/passwd', '/etc/passwd', '/etc/passwd', 0, 0, 0],
      [process.pid, process.pid, 9, 0, 0, 0],
      [3, 1, 1, 1, 1, 1],
    ];
    const numbers = Array.from({ length: 471 }, (_, number) => number).filter(
      (number) => !ALLOWED.has(number),
    );
    for (const number of numbers) {
      const calls = patterns.map((rest) => ({ thread: 0, number, arguments: rest }));
      const results = await call(calls).catch((error: unknown) => {
        throw new Error(`the process ended by call ${number}`, { cause: error });
      });
      for (const result of results) assert.ok([EPERM, ENOSYS].includes(result), `call ${number}: ${result}`);
    }
  });

  // Where it does not, V8 scans for pointers beyond the end of a thread's stack, and the process dies now and then.
  it('still learns from the C library where the stack of a thread is', async () => {
    assert.deepEqual(await call('ask'), [0]);
  });

  it('has no descriptor of what the server has opened, whether it is inherited or not', () => {
    assert.ok(descriptors.every((descriptor) => descriptor > 2));
    const own = `/proc/${child.pid}/fd`;
    for (const name of readdirSync(own)) {
      const target = readlinkSync(path.join(own, name));
      const isChannel = Number(name) <= 3 && target.startsWith('socket:');
      const isOfNode = /^(anon_inode:\[event(poll|fd)\]|pipe:\[\d+\]|\/dev\/null)$/.test(target);
      const isItsOwn =
        [`/proc/${child.pid}/statm`, path.join(folder, 'font')].includes(target) ||
        target.startsWith('/memfd:stipple-fonts');
      assert.ok(isChannel || isOfNode || isItsOwn, `${name}: ${target}`);
    }
  });

  it('finds a server whose open files other programs do not inherit', () => {
    const inherited = execFileSync('ls', ['-l', '/proc/self/fd'], { encoding: 'utf8' });
    assert.doesNotMatch(inherited, /\/before$/m);
    assert.match(inherited, /\/after$/m, 'the file that was opened later shows that the look is right');
  });

  it('has no rights, no new privileges and a filter in each thread', async () => {
    assert.ok(!(await inAll(39)).includes(NOT_REACHED));
    for (const thread of threads) {
      const status = readFileSync(`/proc/${child.pid}/task/${thread}/status`, 'utf8');
      assert.match(status, /^NoNewPrivs:\s1$/m);
      assert.match(status, /^Seccomp:\s2$/m);
      // To read is left where there is something that may be read.
      assert.match(status, /^CapEff:\s0{15}[04]$/m);
    }
    const limits = readFileSync(`/proc/${child.pid}/limits`, 'utf8');
    assert.match(limits, /^Max file size +0 +0 /m);
    assert.match(limits, /^Max core file size +0 +0 /m);
    assert.doesNotMatch(limits, /^Max processes +unlimited/m);
  });
});
