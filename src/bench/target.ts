/** The server that a bench measures. */
import type { VirtualDevice } from './virtual-device.ts';

/** Processor time that a server has used so far, by processes that have ended too, and memory that it holds now. */
export interface ServerUsage {
  readonly cpuSeconds: number;
  readonly mb: number;
}

export interface BenchTarget {
  /** `own` is a server that the bench has started. */
  readonly kind: 'own' | 'running';
  /** Without a slash at its end. */
  readonly url: string;
  /** Null where the operator gives none: then the times of stages, and failures of screens, are unknown. */
  readonly adminToken: string | null;
  /** Where the server tells its metrics; null where that is not known. */
  readonly metricsUrl: string | null;
  readonly devices: readonly VirtualDevice[];
  /** How many devices show a screen; empty for a running server, which decides itself. */
  readonly screens: Readonly<Record<string, number>>;
  /** Further origins from which pictures may be fetched. */
  readonly alsoOrigins: readonly string[];
  /** From the start of the process to its first answer; null for a running server. */
  readonly startMs: number | null;
  /** What the reader of the result must know. */
  warnings(): readonly string[];
  /** Null for a running server, and where the system does not tell. */
  usage(): ServerUsage | null;
  /** Resolves with a sentence when the server ends by itself; null for a running server. */
  readonly ended: Promise<string> | null;
}
