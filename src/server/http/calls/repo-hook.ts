/** `POST /api/hooks/repo/{handle}`. */
import type { Request } from 'express';
import { REPO_HANDLE } from '../../../admin/admin-call.ts';
import {
  admitHook,
  callRepoHook,
  type HookApi,
  type HookProof,
  hookSchema,
  MAX_HOOK_BYTES,
} from '../../../fleet/inbound/repo-hook.ts';
import { readBearer } from '../bearer.ts';
import type { BodyOwner } from '../body-budget.ts';
import { strangerOwner } from '../body-owner.ts';
import { addressOf } from '../call-context.ts';
import { sendJson } from '../json.ts';
import { receiveBody } from '../receive-body.ts';
import { requestLog } from '../request-context.ts';
import type { Call } from './call.ts';

/** Headers with the HMAC of the body: of GitHub, of Gitea and Forgejo, of Forgejo, of Gogs. */
const SIGNATURES = ['x-hub-signature-256', 'x-gitea-signature', 'x-forgejo-signature', 'x-gogs-signature'];

const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;

export const repoHookCall: Call = {
  id: 'callRepoHook',
  method: 'POST',
  path: '/api/hooks/repo/{handle}',
  tag: 'data',
  summary: 'Look for a new commit, for git hosts',
  description:
    'Takes the `push` of GitHub, GitLab, Gitea, Forgejo and Gogs: signed with `webhook_secret` in `X-Hub-Signature-256`, `X-Gitea-Signature`, `X-Forgejo-Signature` or `X-Gogs-Signature`, or with the secret itself in `X-Gitlab-Token` or as bearer token. The body may be anything; one in JSON with a `ref` that is not the pin does nothing.',
  security: ['hookSecret'],
  params: { handle: REPO_HANDLE },
  body: {
    description: 'What git hosts send; the proof in the headers is of these bytes',
    content: { '*/*': { schema: {} } },
  },
  answers: { 202: { description: 'Taken; the fetch goes on in the background', schema: hookSchema } },
  errors: [
    'hook_refused',
    'body_too_large',
    'unsupported_media_type',
    'too_many_attempts',
    'request_timeout',
    'overloaded',
    'invalid_path',
  ],
  serve:
    ({ hooks: api }) =>
    async (request, response) => {
      const handle = String(request.params['handle']);
      const caller = { handle, proof: proofOf(request), address: addressOf(request) };
      // What the headers prove is looked at before the body is read; only an HMAC needs it.
      const isShown = admitHook(api, caller);
      const body = await receiveBody(request, response, MAX_HOOK_BYTES, ownerOf(api, request, handle));
      const call = { ...caller, body, log: requestLog(response) };
      sendJson(response, 202, { status: callRepoHook(api, call, isShown) });
    },
};

/** Who calls is known when the body is there. The calls of one repo leave room for those of another, also from one address. */
function ownerOf(api: HookApi, request: Request, handle: string): BodyOwner {
  const { kind, name } = strangerOwner(request);
  // All handles that do not exist are one.
  return { kind, name: api.secretOf(handle) === null ? name : `${name} ${handle}` };
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
