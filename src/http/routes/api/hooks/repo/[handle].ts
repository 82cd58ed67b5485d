/** `POST /api/hooks/repo/{handle}`. */
import type { Request, Router } from 'express';
import { overloaded } from '../../../../../base/errors.ts';
import { HOOK_LIMITS } from '../../../../../base/hook-limits.ts';
import { callRepoHook, type HookApi, type HookProof } from '../../../../../hooks/repo-hook.ts';
import { readBearer } from '../../../../bearer.ts';
import { addressOf } from '../../../../call-context.ts';
import { sendJson } from '../../../../json.ts';
import { receiveBody } from '../../../../receive-body.ts';
import { requestLog } from '../../../../request-context.ts';
import { route } from '../../../../route.ts';

/** Headers with the HMAC of the body: of GitHub, of Gitea and Forgejo, of Forgejo, of Gogs. */
const SIGNATURES = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-gogs-signature'];

const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;

export function repoHookRoute(router: Router, api: HookApi): void {
  let running = 0;
  route(router, '/api/hooks/repo/:handle', {
    post: async (request, response) => {
      if (running >= HOOK_LIMITS.callsAtOnce) throw overloaded();
      running += 1;
      try {
        const outcome = callRepoHook(api, {
          handle: String(request.params['handle']),
          proof: proofOf(request),
          body: await receiveBody(request, response, HOOK_LIMITS.bodyBytes),
          address: addressOf(request),
          log: requestLog(response),
        });
        sendJson(response, 202, { status: outcome });
      } finally {
        running -= 1;
      }
    },
  });
}

function proofOf(request: Request): HookProof {
  const signed = SIGNATURES.flatMap((name) => SIGNATURE.exec(textOf(request, name))?.[1] ?? []);
  const token = textOf(request, 'x-gitlab-token');
  const secret = readBearer(request) ?? (token === '' ? null : Buffer.from(token, 'latin1'));
  return { signature: signed[0] ?? null, secret };
}

function textOf({ headers }: Request, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
