/**
 * How a call is declared that is none of the admin API: what the OpenAPI document says of it beside the handler that answers
 * it. `calls.ts` lists all of them; the routes and the document come from the lists.
 */
import type { RequestHandler } from 'express';
import type { TextParameter } from '../../../admin/admin-call.ts';
import type { DeviceApi } from '../../../fleet/calls/device-api.ts';
import type { DataApi } from '../../../fleet/inbound/data-api.ts';
import type { HookApi } from '../../../fleet/inbound/repo-hook.ts';
import type { ErrorCode } from '../../../platform/base/errors.ts';
import type { LateSchema } from '../../../platform/base/late-schema.ts';
import type { Part, Parts } from '../../../platform/base/parts.ts';
import type { AdminAuth } from '../admin-auth.ts';
import type { CallContexts } from '../call-context.ts';
import type { ConsoleFiles } from '../console/files.ts';
import type { SecurityScheme } from '../openapi/security-schemes.ts';
import type { TellTimes } from '../server-timing.ts';
import type { SwaggerPages } from '../swagger/pages.ts';

/** What handlers work with, made once at the start. */
export interface Surroundings {
  readonly device: DeviceApi;
  readonly data: DataApi;
  readonly hooks: HookApi;
  readonly admin: AdminAuth;
  readonly contexts: CallContexts;
  readonly tellTimes: TellTimes;
  readonly publicUrl: string | null;
  /** True while pools and config are ready and the server is not about to stop. */
  readonly isReady: () => boolean;
  /** Loads parts of the server after its start, as devices need none of them. */
  readonly parts: Parts;
  /** The OpenAPI document. */
  readonly document: Part<object>;
  readonly swagger: Part<SwaggerPages>;
  /** The files of the web console; null where the build has none. */
  readonly consoleFiles: Part<ConsoleFiles | null>;
}

/** What is served at an address. Pages are no more than that: they are not in the document. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Written as in OpenAPI: `/frame/{key}.png`. A `{path}` may have several segments. */
  readonly path: `/${string}`;
  /** Make the handler, once at the start. */
  serve(surroundings: Surroundings): RequestHandler;
}

/** A parameter that may be left out. */
type OptionalParameter = TextParameter & { readonly required?: true };
type Parameters = Readonly<Record<string, OptionalParameter>>;

/** Media types by their names, as OpenAPI writes them. */
type MediaTypes = Readonly<Record<string, { readonly schema: object }>>;

/** A body that is no plain JSON of one schema. */
interface BodyFacts {
  readonly required?: true;
  readonly description?: string;
  readonly content: MediaTypes;
}

interface AnswerFacts {
  readonly description: string;
  /** The body in JSON. */
  readonly schema?: LateSchema;
  /** The body in other media types, or in JSON of several schemas. */
  readonly content?: MediaTypes;
  readonly headers?: Readonly<Record<string, object>>;
}

/** A call of the document. */
export interface Call extends Route {
  readonly id: string;
  readonly tag: 'device' | 'frame' | 'data' | 'console' | 'operation';
  readonly summary: string;
  readonly description?: string;
  /** Ways to show who calls, of which one is enough; absent where everybody may. */
  readonly security?: readonly SecurityScheme[];
  /** The parts of its path. */
  readonly params?: Readonly<Record<string, TextParameter>>;
  readonly query?: Parameters;
  readonly headers?: Parameters;
  readonly body?: LateSchema | BodyFacts;
  /** Answers by their status, besides those of `errors`. */
  readonly answers: Readonly<Record<number, AnswerFacts>>;
  readonly errors: readonly ErrorCode[];
}

/** A picture, or another file, in an answer. */
export const BINARY = { schema: { type: 'string', format: 'binary' } } as const;
/** A text in an answer. */
export const TEXT = { schema: { type: 'string' } } as const;
