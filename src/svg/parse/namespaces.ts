/** Which namespaces the prefixes of an XML document mean, where they are in force (Namespaces in XML §6). */

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/** Prefixes that were declared by one element. */
interface Scope {
  readonly depth: number;
  readonly prefixes: readonly string[];
}

export class NamespaceScopes {
  /** By prefix, '' for names without one: what it means, the innermost last. */
  readonly #meanings = new Map<string, string[]>([
    // As in browsers' own documents, an SVG need not name what it is, nor what its links are.
    ['', [SVG_NAMESPACE]],
    ['xlink', [XLINK_NAMESPACE]],
  ]);
  readonly #scopes: Scope[] = [];

  /** The namespace of a prefix; undefined for one that is not declared. */
  get(prefix: string): string | undefined {
    return this.#meanings.get(prefix)?.at(-1);
  }

  /** Take the declarations among the attributes of an element, which is so many elements deep. */
  open(depth: number, attributes: Readonly<Record<string, string>>): void {
    const prefixes: string[] = [];
    for (const key in attributes) {
      if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue;
      const prefix = key.slice(6);
      const meanings = this.#meanings.get(prefix);
      if (meanings === undefined) this.#meanings.set(prefix, [attributes[key] ?? '']);
      else meanings.push(attributes[key] ?? '');
      prefixes.push(prefix);
    }
    if (prefixes.length > 0) this.#scopes.push({ depth, prefixes });
  }

  /** The element that is so deep ends. */
  close(depth: number): void {
    const scope = this.#scopes.at(-1);
    if (scope?.depth !== depth) return;
    this.#scopes.pop();
    for (const prefix of scope.prefixes) this.#meanings.get(prefix)?.pop();
  }
}
