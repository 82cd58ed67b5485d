/** What the admin API says of a device. */
import assert from 'node:assert/strict';
import type { Admin } from '../server/admin.ts';

export interface SaidFinding {
  readonly text: string;
  readonly code: string;
  readonly since: string | null;
  readonly evidence: readonly { readonly at: string; readonly text: string; readonly request_id?: string }[];
}

export interface Explained extends Omit<SaidFinding, 'text'> {
  readonly summary: string;
  readonly others: readonly SaidFinding[];
}

/** The explanation of a device; its times are times. */
export async function explained(admin: Admin, key: string): Promise<Explained> {
  const { status, body } = await admin.get(`/devices/${key}/explain`);
  assert.equal(status, 200, JSON.stringify(body));
  for (const { at } of body.evidence) assert.ok(!Number.isNaN(Date.parse(at)));
  return body;
}

/** Assert what the sentence is about, and what it says. */
export async function assertExplained(
  admin: Admin,
  key: string,
  code: string,
  says: RegExp,
): Promise<Explained> {
  const said = await explained(admin, key);
  assert.equal(said.code, code, said.summary);
  assert.match(said.summary, says);
  return said;
}

// biome-ignore lint/suspicious/noExplicitAny: steps have many shapes
export type Step = any;

/** The trail of a device. */
export async function trailOf(admin: Admin, key: string, query = ''): Promise<readonly Step[]> {
  const { status, body } = await admin.get(`/devices/${key}/events${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.trail;
}
