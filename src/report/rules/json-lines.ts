/**
 * Parses JSON and keeps on which line each value stands, so that a message about a rules file can say where.
 *
 * Fields that are there twice are refused: `JSON.parse` takes the last one and says nothing.
 */

export type JsonNode =
  | { readonly kind: 'object'; readonly line: number; readonly fields: ReadonlyMap<string, JsonNode> }
  | { readonly kind: 'array'; readonly line: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'value'; readonly line: number; readonly value: string | number | boolean | null };

export class JsonTrouble extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const DEPTH_MOST = 100;
const WORD = /[^\s,:[\]{}"]+/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;

class Parser {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    const root = this.#value(0);
    this.#skipBlanks();
    if (this.#at < this.#text.length) throw this.#unexpected('the end of the file');
    return root;
  }

  #skipBlanks(): void {
    for (; /\s/.test(this.#text[this.#at] ?? ''); this.#at++) if (this.#text[this.#at] === '\n') this.#line++;
  }

  #peek(): string {
    this.#skipBlanks();
    return this.#text[this.#at] ?? '';
  }

  #unexpected(expected: string): JsonTrouble {
    const found = this.#at < this.#text.length ? JSON.stringify(this.#text.slice(this.#at, this.#at + 12)) : 'the end';
    return new JsonTrouble(this.#line, `found ${found}, expected ${expected}`);
  }

  #value(depth: number): JsonNode {
    if (depth > DEPTH_MOST) throw new JsonTrouble(this.#line, `values are nested more than ${DEPTH_MOST} deep`);
    const next = this.#peek();
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    const line = this.#line;
    return { kind: 'value', line, value: next === '"' ? this.#string() : this.#word() };
  }

  #string(): string {
    this.#skipBlanks();
    STRING.lastIndex = this.#at;
    const found = STRING.exec(this.#text)?.[0];
    if (found === undefined) throw this.#unexpected('a text in double quotes');
    try {
      const value = JSON.parse(found) as string;
      this.#at += found.length;
      return value;
    } catch {
      throw this.#unexpected('a text in double quotes');
    }
  }

  #word(): number | boolean | null {
    WORD.lastIndex = this.#at;
    const found = WORD.exec(this.#text)?.[0];
    try {
      if (found === undefined) throw new SyntaxError();
      const value = JSON.parse(found) as number | boolean | null;
      this.#at += found.length;
      return value;
    } catch {
      throw this.#unexpected('a value');
    }
  }

  /** Whether another element follows: after a comma, or the first. */
  #more(close: string, count: number): boolean {
    if (this.#peek() === close) {
      this.#at++;
      return false;
    }
    if (count === 0) return true;
    if (this.#peek() !== ',') throw this.#unexpected(`"," or "${close}"`);
    this.#at++;
    if (this.#peek() === close) throw this.#unexpected('another element after the comma');
    return true;
  }

  #object(depth: number): JsonNode {
    const line = this.#line;
    this.#at++;
    const fields = new Map<string, JsonNode>();
    while (this.#more('}', fields.size)) {
      if (this.#peek() !== '"') throw this.#unexpected('the name of a field in double quotes');
      const name = this.#string();
      if (fields.has(name)) throw new JsonTrouble(this.#line, `the field "${name}" is there twice`);
      if (this.#peek() !== ':') throw this.#unexpected('":"');
      this.#at++;
      fields.set(name, this.#value(depth + 1));
    }
    return { kind: 'object', line, fields };
  }

  #array(depth: number): JsonNode {
    const line = this.#line;
    this.#at++;
    const items: JsonNode[] = [];
    while (this.#more(']', items.length)) items.push(this.#value(depth + 1));
    return { kind: 'array', line, items };
  }
}

/** @throws {@link JsonTrouble} */
export function parseJsonLines(text: string): JsonNode {
  return new Parser(text.replace(/^\ufeff/, '')).parse();
}
