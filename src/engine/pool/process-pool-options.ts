/** What a pool of confined processes is made of. */
import type { WorkerLoss } from '../../domain/engine-events.ts';
import type { FailureCode } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';

export interface ProcessPoolOptions {
  readonly entry: URL;
  /** Processes that are kept ready: none for a pool that is seldom used, one else. */
  readonly minProcesses: number;
  readonly maxProcesses: number;
  readonly maxQueue: number;
  readonly timeoutCode: FailureCode;
  /** Makes what a process gets before its first job; called for each process, so that no two share files. */
  readonly setup: (processNumber: number) => unknown;
  /** Called when a process is gone: its own files can be removed. */
  readonly onGone?: (processNumber: number) => void;
  /** Called when a process has ended, or is ended, that should have lived on. */
  readonly onLost?: (why: WorkerLoss) => void;
  /** JavaScript heap of one process, in MB. */
  readonly heapMb: number;
  /** Private memory of one process: heap, pixels, stacks. */
  readonly memoryBytes: number;
  /** A process that holds more than this after a job is replaced. */
  readonly keepBytes: number;
  readonly niceness: number;
  /** Files, and folders with what is below them, that a process may open to read. Default: none. */
  readonly readable?: readonly string[];
  /** For what belongs to no call. */
  readonly log: Logger;
}
