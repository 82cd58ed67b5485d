/** Hides the secrets of the config from those who may look at it, and from the trail of changes. */
import { isPlainObject, ownValue, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { REDACTED } from '../../platform/base/secret-mask.ts';
import { CONFIG_RULE, type ConcealRule, SECRET_KEYS } from './conceal-rules.ts';
import type { SecretSchemaOf } from './secret-places.ts';

/** Looks up the params of each screen once. Make a new one for every call. */
export class Concealer {
  readonly #schemaOf: SecretSchemaOf;
  /** By screen: the params whose values may be seen. */
  readonly #open = new Map<string, ReadonlySet<string>>();

  constructor(schemaOf: SecretSchemaOf) {
    this.#schemaOf = schemaOf;
  }

  /**
   * Params with the values that may be seen: those that the screen declares and does not mark as `sensitive`. What it does
   * not declare may be left from another screen, or be misspelt.
   * @param screen  null where nobody says which: then all are hidden
   */
  params(screen: string | null, params: PlainObject): PlainObject {
    return this.#params(params, screen === null ? [] : [screen]);
  }

  /**
   * A map that may be seen, but for the params and the secrets in it.
   * @param screen  what is around it shows; null where nobody says which
   */
  nested(map: PlainObject, screen: string | null): PlainObject {
    const shown = this.#shown(map, screen === null ? [] : [screen]);
    return isPlainObject(shown) ? shown : {};
  }

  /** A whole config. */
  config(raw: PlainObject): PlainObject {
    return this.#keys(raw, CONFIG_RULE, []);
  }

  /**
   * The value at a path of the config.
   * @param screens  those that the entry around it shows, or has shown
   */
  at(path: readonly string[], value: PlainValue, screens: readonly string[]): PlainValue {
    const whole = path.reduceRight<PlainValue>((inner, key) => ({ [key]: inner }), value);
    let part: PlainValue = this.#conceal(whole, CONFIG_RULE, screens);
    for (const key of path) part = isPlainObject(part) ? (ownValue(part, key) ?? REDACTED) : part;
    return part;
  }

  #conceal(value: PlainValue, rule: ConcealRule, screens: readonly string[]): PlainValue {
    if (value === null) return null;
    if (rule === 'shown') return this.#shown(value, screens);
    if (rule === 'hidden' || !isPlainObject(value)) return REDACTED;
    return rule === 'params' ? this.#params(value, screens) : this.#keys(value, rule, screens);
  }

  #keys(map: PlainObject, rule: ConcealRule, screens: readonly string[]): PlainObject {
    const shownBy = withScreen(map, screens);
    const known = Object.entries(map).filter(([key]) => ruleOf(rule, key) !== null);
    return mapEntries(Object.fromEntries(known), (value, key) =>
      this.#conceal(value, ruleOf(rule, key) ?? 'hidden', shownBy),
    );
  }

  /** What is nested in a value that may be seen: programs may give screens and params in lists. */
  #shown(value: PlainValue, screens: readonly string[]): PlainValue {
    if (Array.isArray(value)) return value.map((item: PlainValue) => this.#shown(item, screens));
    if (!isPlainObject(value)) return value;
    const shownBy = withScreen(value, screens);
    return mapEntries(value, (item, key) => {
      if (SECRET_KEYS.has(key)) return REDACTED;
      return this.#conceal(item, key === 'params' ? 'params' : 'shown', shownBy);
    });
  }

  #params(params: PlainObject, screens: readonly string[]): PlainObject {
    const isOpen = (name: string): boolean =>
      screens.length > 0 && screens.every((screen) => this.#openOf(screen).has(name));
    return mapEntries(params, (value, name) => (value === null || isOpen(name) ? value : REDACTED));
  }

  #openOf(screen: string): ReadonlySet<string> {
    let open = this.#open.get(screen);
    if (open === undefined) {
      const fields = this.#schemaOf(screen) ?? [];
      open = new Set(fields.filter(({ sensitive }) => !sensitive).map(({ name }) => name));
      this.#open.set(screen, open);
    }
    return open;
  }
}

/** Null for a key that has none: not even its name is shown, which may be a value with a missing colon. */
function ruleOf(rule: ConcealRule, key: string): ConcealRule | null {
  if (typeof rule === 'string') return rule;
  return 'each' in rule ? rule.each : (ownValue(rule.keys, key) ?? null);
}

/** The screens of what is around a map, and its own. */
function withScreen(map: PlainObject, screens: readonly string[]): readonly string[] {
  const own = ownValue(map, 'screen');
  return typeof own === 'string' && own !== '' ? [...screens, own] : screens;
}

function mapEntries(map: PlainObject, change: (value: PlainValue, key: string) => PlainValue): PlainObject {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}
