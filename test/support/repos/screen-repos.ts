/** What tests of screen repos over HTTP have in common. */
import type { Admin, AdminAnswer } from '../server/admin.ts';
import { until } from '../waiting.ts';

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
  return until(async () => {
    const { body } = await admin.get(`/screen-repos/${handle}`);
    return body.status === 'fetching' ? null : body;
  }, `${handle} is fetched`);
}
