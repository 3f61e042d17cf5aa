/**
 * Reads a rules file and checks all of it: unknown fields, wrong types, unknown sets, names that are there twice.
 *
 * Promise: every complaint names the line, what was found and what was expected; nothing is silently ignored.
 */
import { OptionError } from '../../errors.ts';
import { FIT_KINDS } from '../fits/fits.ts';
import { type JsonNode, JsonTrouble, parseJsonLines } from './json-lines.ts';
import {
  type DesignClause,
  type IgnoreClause,
  RULES_FORMAT,
  RULES_VERSION,
  type RuleLength,
  type Rules,
  type RuleTest,
  SAME,
  type Same,
  SEVERITIES,
  type Selector,
  type Severity,
} from './rules.ts';

type Fields = ReadonlyMap<string, JsonNode>;

const TEXT_FIELDS = ['name', 'class', 'type', 'storey', 'system', 'file', 'layer', 'material'] as const;
const SELECTOR_FIELDS = [...TEXT_FIELDS, 'property', 'any', 'not'];
const IGNORE_FIELDS = ['a', 'b', 'same', 'host', 'reason'];
const DESIGN_FIELDS = [...IGNORE_FIELDS, 'depth', 'size', 'bearing', 'fit'];
const TEST_FIELDS = ['name', 'a', 'b', 'tolerance', 'clearance', 'severity', 'ignore', 'reason'];
const FILE_FIELDS = ['$schema', 'format', 'version', 'reason', 'sets', 'ignore', 'byDesign', 'tests'];

function describe(node: JsonNode): string {
  if (node.kind === 'object') return 'an object';
  if (node.kind === 'array') return 'a list';
  return JSON.stringify(node.value);
}

class RulesParser {
  readonly #path: string;
  readonly #sets = new Map<string, JsonNode>();
  /** Sets that are being read, to detect cycles. */
  readonly #open: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  error(line: number, message: string): OptionError {
    return new OptionError('bad-rules', `rules file "${this.#path}", line ${line}: ${message}.`, {
      path: this.#path,
      line,
    });
  }

  parse(text: string): Rules {
    const fields = this.#object(this.#json(text), 'the rules', FILE_FIELDS);
    this.#checkHead(fields);
    const sets = fields.get('sets');
    if (sets) for (const [name, node] of this.#object(sets, 'sets')) this.#sets.set(name, node);
    for (const [name, node] of this.#sets) this.#set(name, node.line);
    const tests = this.#list(fields.get('tests'), 'tests').map((node) => this.#test(node));
    const seen = new Map<string, number>();
    for (const { name, line } of tests) {
      const before = seen.get(name);
      if (before !== undefined)
        throw this.error(line, `there is a test "${name}" already, in line ${before}; expected another name`);
      seen.set(name, line);
    }
    const ignore = this.#clauses(fields.get('ignore'), 'ignore');
    const design = this.#list(fields.get('byDesign'), 'byDesign').map((item) => this.#design(item));
    return { path: this.#path, tests, ignore, byDesign: design };
  }

  #json(text: string): JsonNode {
    try {
      return parseJsonLines(text);
    } catch (error) {
      if (error instanceof JsonTrouble) throw this.error(error.line, error.message);
      throw error;
    }
  }

  #checkHead(fields: Fields): void {
    for (const [name, expected] of [
      ['format', RULES_FORMAT],
      ['version', RULES_VERSION],
    ] as const) {
      const node = fields.get(name);
      if (!node) throw this.error(1, `there is no "${name}"; expected ${JSON.stringify(expected)}`);
      if (node.kind === 'value' && node.value === expected) continue;
      throw this.error(node.line, `"${name}" is ${describe(node)}; expected ${JSON.stringify(expected)}`);
    }
  }

  /** The fields of an object; where `known` is given, no others. */
  #object(node: JsonNode, what: string, known?: readonly string[]): Fields {
    if (node.kind !== 'object') throw this.error(node.line, `${what} is ${describe(node)}; expected an object`);
    for (const [name, field] of node.fields) {
      if (!known || known.includes(name)) continue;
      throw this.error(field.line, `${what} has no field "${name}"; its fields are ${known.join(', ')}`);
    }
    return node.fields;
  }

  #list(node: JsonNode | undefined, what: string): readonly JsonNode[] {
    if (!node) return [];
    if (node.kind !== 'array') throw this.error(node.line, `"${what}" is ${describe(node)}; expected a list`);
    return node.items;
  }

  #text(node: JsonNode, what: string): string {
    if (node.kind === 'value' && typeof node.value === 'string' && node.value !== '') return node.value;
    throw this.error(node.line, `"${what}" is ${describe(node)}; expected a text`);
  }

  /** One or several. */
  #texts(node: JsonNode, what: string): string[] {
    const nodes = node.kind === 'array' ? node.items : [node];
    if (nodes.length === 0) throw this.error(node.line, `"${what}" is an empty list, which fits nothing`);
    return nodes.map((item) => this.#text(item, what));
  }

  #oneOf<T extends string>(node: JsonNode, what: string, known: readonly T[]): T {
    return this.#known(this.#text(node, what), what, node.line, known);
  }

  #known<T extends string>(text: string, what: string, line: number, known: readonly T[]): T {
    if ((known as readonly string[]).includes(text)) return text as T;
    throw this.error(line, `"${what}" is ${JSON.stringify(text)}; expected one of ${known.join(', ')}`);
  }

  #set(name: string, line: number): Selector {
    const node = this.#sets.get(name);
    if (!node) {
      const known = [...this.#sets.keys()].map((set) => `"${set}"`).join(', ') || 'none are defined';
      throw this.error(line, `there is no set "${name}"; the sets are ${known}`);
    }
    if (this.#open.includes(name)) throw this.error(line, `the set "${name}" is defined by itself`);
    this.#open.push(name);
    const selector = this.#selector(node, `the set "${name}"`);
    this.#open.pop();
    return { ...selector, set: name };
  }

  #selector(node: JsonNode, what: string): Selector {
    if (node.kind === 'value' && typeof node.value === 'string') return this.#set(node.value, node.line);
    const fields = this.#object(node, what, SELECTOR_FIELDS);
    if (fields.size === 0) throw this.error(node.line, `${what} is empty; expected ${SELECTOR_FIELDS.join(', ')}`);
    const [property, any, not] = [fields.get('property'), fields.get('any'), fields.get('not')];
    const texts = TEXT_FIELDS.flatMap((field) => {
      const given = fields.get(field);
      return given ? [[field, this.#texts(given, field)] as const] : [];
    });
    return {
      line: node.line,
      ...Object.fromEntries(texts),
      ...(property && { property: this.#properties(property) }),
      ...(any && { any: this.#list(any, 'any').map((item) => this.#selector(item, 'a selector')) }),
      ...(not && { not: this.#selector(not, 'a selector') }),
    };
  }

  #properties(node: JsonNode): Map<string, (string | number | boolean)[]> {
    const found = new Map<string, (string | number | boolean)[]>();
    for (const [name, value] of this.#object(node, 'property')) {
      const values = value.kind === 'array' ? value.items : [value];
      const plain = values.map((item) => {
        if (item.kind === 'value' && item.value !== null) return item.value;
        throw this.error(
          item.line,
          `property "${name}" is ${describe(item)}; expected a text, a number, true or false`,
        );
      });
      found.set(name, plain);
    }
    return found;
  }

  #clauses(node: JsonNode | undefined, list: string): IgnoreClause[] {
    return this.#list(node, list).map((item) => this.#clause(item, list, IGNORE_FIELDS));
  }

  #design(node: JsonNode): DesignClause {
    const clause = this.#clause(node, 'byDesign', DESIGN_FIELDS);
    const { reason } = clause;
    if (reason === undefined) {
      throw this.error(node.line, 'an entry of "byDesign" has no "reason"; expected one, for the list');
    }
    const fields = this.#object(node, 'an entry of "byDesign"');
    for (const name of ['size', 'bearing']) {
      if (!fields.has(name) || (fields.has('a') && fields.has('b'))) continue;
      throw this.error(node.line, `"${name}" is that of the object of "a"; expected both "a" and "b" beside it`);
    }
    const fit = fields.get('fit');
    const kinds = fit && this.#texts(fit, 'fit').map((kind) => this.#known(kind, 'fit', fit.line, FIT_KINDS));
    const lengths = ['depth', 'size', 'bearing'].map((name) => this.#length(fields, name));
    return Object.assign({ ...clause, reason, ...(kinds && { fit: kinds }) }, ...lengths);
  }

  #clause(node: JsonNode, list: string, known: readonly string[]): IgnoreClause {
    const fields = this.#object(node, `an entry of "${list}"`, known);
    const [same, host, reason] = [fields.get('same'), fields.get('host'), fields.get('reason')];
    const narrowing = ['a', 'b', 'same', 'host', ...(list === 'byDesign' ? ['fit'] : [])];
    if (!narrowing.some((name) => fields.has(name))) {
      const what = list === 'ignore' ? 'leave everything out' : 'call everything intended';
      throw this.error(
        node.line,
        `an entry of "${list}" without ${narrowing.join(', ').replace(/, (\w+)$/, ' or $1')} would ${what}`,
      );
    }
    if (host && !(host.kind === 'value' && typeof host.value === 'boolean')) {
      throw this.error(host.line, `"host" is ${describe(host)}; expected true or false`);
    }
    return {
      line: node.line,
      ...this.#sides(fields),
      ...(same && { same: this.#sames(same) }),
      ...(host?.kind === 'value' && host.value === true && { host: true }),
      ...(reason && { reason: this.#text(reason, 'reason') }),
    };
  }

  #sames(node: JsonNode): Same[] {
    return (node.kind === 'array' ? node.items : [node]).map((item) => this.#oneOf(item, 'same', SAME));
  }

  #sides(fields: Fields): { a?: Selector; b?: Selector } {
    const [a, b] = [fields.get('a'), fields.get('b')];
    return { ...(a && { a: this.#selector(a, '"a"') }), ...(b && { b: this.#selector(b, '"b"') }) };
  }

  #length(fields: Fields, name: string): { [key: string]: RuleLength } {
    const node = fields.get(name);
    if (!node) return {};
    const isLength = node.kind === 'value' && (typeof node.value === 'number' || typeof node.value === 'string');
    if (isLength) return { [name]: { line: node.line, given: String(node.value) } };
    throw this.error(node.line, `"${name}" is ${describe(node)}; expected a length, as in 0.5 or "5mm"`);
  }

  #test(node: JsonNode): RuleTest {
    const fields = this.#object(node, 'a test', TEST_FIELDS);
    const [name, severity, reason] = [fields.get('name'), fields.get('severity'), fields.get('reason')];
    if (!name) throw this.error(node.line, 'a test has no "name"; expected one, for the report');
    return {
      line: node.line,
      name: this.#text(name, 'name'),
      ...this.#sides(fields),
      ...this.#length(fields, 'tolerance'),
      ...this.#length(fields, 'clearance'),
      severity: severity ? this.#oneOf<Severity>(severity, 'severity', SEVERITIES) : 'major',
      ignore: this.#clauses(fields.get('ignore'), 'ignore'),
      ...(reason && { reason: this.#text(reason, 'reason') }),
    };
  }
}

/** @throws {@link OptionError} `bad-rules` */
export function parseRules(text: string, path: string): Rules {
  return new RulesParser(path).parse(text);
}
