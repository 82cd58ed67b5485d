/** Looks at the pages of a store in a folder for people, without opening it. */
import { fileProblem } from './file-problem.ts';
import { prepareFolder } from './folder.ts';
import type { PageReport } from './pages/check-pages.ts';
import { lookAtPages } from './require-whole.ts';

/**
 * @returns null for one whose pages a server is changing, and for an empty one
 * @throws {StateError} unusable, full: the folder cannot be used, or its file is none of a store
 */
export async function lookAtFolder(folder: string): Promise<PageReport | null> {
  const { data, pageBytes } = prepareFolder(folder);
  if (pageBytes === null) return null;
  try {
    return await lookAtPages(folder, data, pageBytes);
  } catch (error) {
    throw fileProblem(folder, error);
  }
}
