/** The text of the panel catalogue: its sections, its entries as they are written, and what its comments say of them. */

/** An entry as it stands in the file. */
export interface CatalogueEntry {
  readonly name: string;
  /** The comment above it, in one line; empty without one. */
  readonly note: string;
  /** Its lines, with the comment above. */
  readonly text: string;
}

export interface CatalogueSection {
  readonly title: string;
  /** Comments that belong to no entry. */
  readonly paragraphs: readonly string[];
  readonly entries: readonly CatalogueEntry[];
}

const TITLE = /^ {2}## (.+)$/;
const COMMENT = /^ {2}#(?!#) ?/;
const ENTRY = /^ {2}([\w-]+):$/;

/** Read the sections. A blank line ends an entry and a comment. */
export function catalogueSections(text: string): readonly CatalogueSection[] {
  const sections: { title: string; paragraphs: string[]; entries: CatalogueEntry[] }[] = [];
  for (const block of text.split(/\n{2,}/)) {
    const lines = block.split('\n').filter((line) => line.startsWith('  '));
    const title = TITLE.exec(lines[0] ?? '')?.[1];
    if (title !== undefined) sections.push({ title, paragraphs: [], entries: [] });
    const comment = lines.filter((line) => COMMENT.test(line)).map((line) => line.replace(COMMENT, ''));
    const name = lines.map((line) => ENTRY.exec(line)?.[1]).find((key) => key !== undefined);
    const section = sections.at(-1);
    if (section === undefined) continue;
    if (name !== undefined) section.entries.push({ name, note: comment.join(' '), text: lines.join('\n') });
    else if (comment.length > 0) section.paragraphs.push(comment.join(' '));
  }
  return sections;
}
