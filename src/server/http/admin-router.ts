/** The routes of the admin API, below `/api/admin`, made from the list of its calls. Loaded late: making the schemas takes a while, and devices do not need them. */
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AdminApi } from '../../admin/admin-api.ts';
import type { AdminOperation } from '../../admin/admin-call.ts';
import { ADMIN_CALLS } from '../../admin/admin-calls.ts';
import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { callerOf, noteOf, permit } from './admin-access.ts';
import { AdminExchange, type TakenSlots } from './admin-exchange.ts';
import { addressOf } from './call-context.ts';
import { sendOpenJson } from './compressed-json.ts';
import { sendLongJson, sendWritten } from './json.ts';
import { collectBody, hasBody, readJson } from './json-body.ts';
import { requestLog } from './request-context.ts';
import { fullPath, readQuery } from './request-url.ts';
import { serveCalls } from './route.ts';

/** How many unknown parameters one answer names. */
const MAX_NAMED = 5;

/** The router; callers that get here have shown a token. */
export function adminRouter(api: AdminApi): Router {
  const router = Router();
  const taken: TakenSlots = new Map();
  const operations = inOrder(Object.values(ADMIN_CALLS));
  const large = operations.filter(({ body }) => body?.maxBytes !== undefined);
  const withOwnBody = new Set(large.map(({ path }) => path));
  const serve = (own: boolean): void => {
    const calls = operations.filter(({ path }) => withOwnBody.has(path) === own);
    const served = calls.map((operation) => ({ ...operation, handler: handler(api, operation, taken) }));
    serveCalls(router, served);
  };
  // Some take pictures, files and tables, which are larger than other bodies and may be no JSON.
  serve(true);
  router.use(collectBody);
  serve(false);
  return router;
}

/** `/devices/export` comes before `/devices/{key}`, which matches it too. */
function inOrder(operations: readonly AdminOperation[]): readonly AdminOperation[] {
  const isOpen = ({ path }: AdminOperation): number => Number(path.includes('/{'));
  return operations.toSorted((one, other) => isOpen(one) - isOpen(other));
}

function handler(api: AdminApi, operation: AdminOperation, taken: TakenSlots): RequestHandler {
  return async (request, response) => {
    permit(response, operation);
    const query = queryOf(request, operation);
    const exchange = new AdminExchange(request, response, operation, taken);
    try {
      const answer = await operation.run({
        api,
        call: {
          caller: callerOf(response),
          address: addressOf(request),
          log: requestLog(response),
          noteChange: (changes) => noteOf(response)?.changed(changes),
        },
        params: paramsOf(request),
        query,
        body: await bodyOf(request, operation, exchange),
        expected: request.headers['if-match'] ?? null,
        exchange,
      });
      // It has answered by itself, or nobody waits for it.
      if (answer !== undefined && !response.closed) await send(response, operation, answer);
    } finally {
      exchange.end();
    }
  };
}

/** @throws {AppError} invalid_query for what the call does not take, since it would have no effect without a word */
function queryOf(request: Request, { query }: AdminOperation): Readonly<Record<string, unknown>> {
  const given = readQuery(request);
  checkNames(request, given, Object.keys(query));
  // One of two values would have no effect.
  const isTwice = (name: string): boolean => query[name]?.isList !== true && given.getAll(name).length > 1;
  const twice = [...given.keys()].find(isTwice);
  if (twice !== undefined) {
    throw new AppError('invalid_query', { detail: `${twice}: expected one value, got several.` });
  }
  const read = Object.entries(query).map(([name, field]) => [name, field.read(given.getAll(name), name)]);
  return Object.fromEntries(read);
}

function checkNames(request: Request, given: URLSearchParams, known: readonly string[]): void {
  const unknown = [...new Set(given.keys())].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const named = unknown.slice(0, MAX_NAMED).map((name) => {
    return `There is no query parameter ${quoteShort(name)}${didYouMean(name, known) || '.'}`;
  });
  const takes = known.length === 0 ? 'none' : known.join(', ');
  const path = fullPath(request).slice(0, 100);
  throw new AppError('invalid_query', { detail: `${named.join(' ')} ${path} takes ${takes}.` });
}

function paramsOf({ params }: Request): Readonly<Record<string, string>> {
  const entries = Object.entries(params as Readonly<Record<string, string | readonly string[]>>);
  // A part with several segments.
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.join('/')]),
  );
}

function bodyOf(request: Request, { body }: AdminOperation, exchange: AdminExchange) {
  if (body === undefined || 'content' in body) return {};
  if (body.maxBytes !== undefined) return exchange.receiveJson();
  return body.isOptional && !hasBody(request) ? {} : readJson(request);
}

async function send(response: Response, operation: AdminOperation, answer: unknown): Promise<void> {
  if (operation.answer.isCompressed) await sendOpenJson(response.req, response, answer);
  else if (operation.method !== 'GET') await sendWritten(response, answer);
  else await sendLongJson(response, answer);
}
