/** Resolves the namespace prefixes of an XML document within their scopes (Namespaces in XML §6). */

export const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
export const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/** Prefixes that were declared by one element. */
interface Scope {
  readonly depth: number;
  readonly prefixes: readonly string[];
}

export class NamespaceScopes {
  /** The namespaces of each prefix ('' for names without one), the innermost declaration last. */
  readonly #meanings = new Map<string, string[]>([
    // An SVG need not declare its own namespace, nor that of its links; inside HTML it need not either.
    ['', [SVG_NAMESPACE]],
    ['xlink', [XLINK_NAMESPACE]],
  ]);
  readonly #scopes: Scope[] = [];

  /** The namespace of a prefix; undefined for one that is not declared. */
  get(prefix: string): string | undefined {
    return this.#meanings.get(prefix)?.at(-1);
  }

  /** Open the scope of an element: read the declarations among its attributes. */
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

  /** Close the scope of the element at this depth. */
  close(depth: number): void {
    const scope = this.#scopes.at(-1);
    if (scope?.depth !== depth) return;
    this.#scopes.pop();
    for (const prefix of scope.prefixes) this.#meanings.get(prefix)?.pop();
  }
}
