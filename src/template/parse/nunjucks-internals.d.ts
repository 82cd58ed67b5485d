/** What this folder uses of nunjucks' lexer and parser; the published types describe only its front door. */

declare module 'nunjucks/src/lexer.js' {
  namespace lexer {
    interface LexerToken {
      type: string;
      value: string;
      /** 0-based. */
      lineno: number;
      /** 0-based. */
      colno: number;
    }

    interface Tokenizer {
      readonly tags: Readonly<Record<string, string>>;
      readonly str: string;
      readonly len: number;
      readonly index: number;
      /** 0-based place of the next character. */
      readonly lineno: number;
      /** 0-based. */
      readonly colno: number;
      in_code: boolean;
      nextToken(): LexerToken | null;
      forwardN(count: number): void;
    }

    function lex(source: string): Tokenizer;
  }
  export = lexer;
}

declare module 'nunjucks/src/parser.js' {
  namespace parser {
    interface ParserToken {
      type: string;
      value: string;
      lineno: number;
      colno: number;
    }

    /** A source of tokens. nunjucks' tokenizer is one; so is anything that wraps it. */
    interface TokenSource {
      readonly tags: Readonly<Record<string, string>>;
      nextToken(): ParserToken | null;
    }

    /** A tag that the parser does not know by itself. `parse` reads the tag with its end and returns its node. */
    interface TagExtension {
      readonly tags: readonly string[];
      parse(parsing: Parser): unknown;
    }

    class Parser {
      constructor(tokens: TokenSource);
      extensions: readonly TagExtension[];
      nextToken(): ParserToken;
      pushToken(token: ParserToken): void;
      parseSet(): object;
      advanceAfterBlockEnd(tagName: string): void;
      /** Throws `TemplateError` (with 1-based `lineno` and `colno`), or TypeErrors at an unexpected end. */
      parseAsRoot(): unknown;
    }
  }
  export = parser;
}
