/** What tests of screen repos over HTTP have in common. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin, AdminAnswer } from './admin.ts';

/** A screen that shows a text. */
export function says(text: string): Record<string, string> {
  return {
    'tulips.lua': `return { data = { text = "${text}" }, refresh_rate = 75 }`,
    'tulips.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99">{{ data.text }}</text></svg>',
  };
}

/** What is said of a repo once it is not being fetched. */
export async function settled(admin: Admin, handle: string): Promise<AdminAnswer['body']> {
  for (let waited = 0; waited < 1_000; waited++) {
    const { body } = await admin.get(`/screen-repos/${handle}`);
    if (body.status !== 'fetching') return body;
    await sleep(25);
  }
  throw new Error(`${handle} is still being fetched`);
}
