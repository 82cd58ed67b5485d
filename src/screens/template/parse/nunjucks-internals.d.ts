/** Types of the parts of nunjucks' lexer and parser that this folder uses; the published types do not cover them. */

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

    /** A source of tokens: nunjucks' tokenizer, or an object that wraps it. */
    interface TokenSource {
      readonly tags: Readonly<Record<string, string>>;
      nextToken(): ParserToken | null;
    }

    /** A node of the syntax tree: see `ast.ts`. */
    interface ParserNode {
      readonly typename: string;
      readonly lineno: number;
      readonly colno: number;
    }

    /** An additional tag. `parse` reads the tag including its end and returns its node. */
    interface TagExtension {
      readonly tags: readonly string[];
      parse(parsing: Parser): unknown;
    }

    class Parser {
      constructor(tokens: TokenSource);
      extensions: readonly TagExtension[];
      nextToken(): ParserToken;
      peekToken(): ParserToken;
      pushToken(token: ParserToken): void;
      skip(type: string): boolean;
      skipValue(type: string, value: string): boolean;
      skipSymbol(name: string): boolean;
      fail(message: string, lineno?: number, colno?: number): never;
      parseSet(): object;
      parseExpression(): ParserNode;
      parseInlineIf(): ParserNode;
      parseOr(): ParserNode;
      parseIs(): ParserNode;
      parseCompare(): ParserNode;
      /** Reads a value; with the members and calls behind it unless `noPostfix` is set. */
      parsePrimary(noPostfix?: boolean): ParserNode;
      parsePostfix(node: ParserNode): ParserNode;
      /** Consumes the next token; null when it opens no bracket. */
      parseAggregate(): ParserNode | null;
      parseSignature(tolerant?: boolean): ParserNode | null;
      advanceAfterBlockEnd(tagName: string): void;
      /** @throws `TemplateError` with 1-based `lineno` and `colno`; a TypeError when the tokens end unexpectedly */
      parseAsRoot(): unknown;
    }
  }
  export = parser;
}

declare module 'nunjucks/src/nodes.js' {
  namespace nodes {
    /** The parser recognizes this node by its class. */
    class KeywordArgs {
      constructor(lineno: number, colno: number);
      readonly typename: string;
      readonly lineno: number;
      readonly colno: number;
      readonly children: unknown[];
      addChild(child: unknown): void;
    }
  }
  export = nodes;
}
