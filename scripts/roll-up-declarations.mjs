/**
 * Rolls the declarations of each entry up into one file: its public names, and the types inside of them that have no public name.
 *
 * A type that only one entry uses is declared there without being exported; one that several use is in `inner`, a file that no
 * entry of the package leads to, and so is one that an earlier entry uses and a later one exports. What an earlier entry exports is
 * imported from there, not repeated.
 * Promise: only types can do without a public name. A class, function or constant that public names use is itself public, or the
 * build fails and names it: otherwise the type of an instance could not be written.
 * The input is what tsc writes; it is parsed, so that only real references count.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** The file of types that several entries use. */
const INNER = 'inner';

/**
 * @param {string} folder Where tsc wrote its declarations.
 * @param {Record<string, string>} entries Name of each output, and the file in `folder` that exports its names. Later
 *   entries may import from earlier ones.
 * @returns {Record<string, string>} The text of each output, and of `inner`.
 */
export function rollUpDeclarations(folder, entries) {
  const modules = new Modules(folder);
  const publicOf = Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, modules.exportsOf(file)]));
  const homes = homesOf(modules, publicOf);
  const texts = Object.keys(entries).map((entry) => [entry, outputText(modules, entry, homes, publicOf[entry])]);
  return { ...Object.fromEntries(texts), [INNER]: outputText(modules, INNER, homes, []) };
}

/**
 * Every symbol that a reader of the entries meets, by its key: which output declares it, and whether that exports it.
 * @param {Record<string, readonly object[]>} publicOf
 */
function homesOf(modules, publicOf) {
  const homes = new Map();
  const order = Object.keys(publicOf);
  for (const [entry, symbols] of Object.entries(publicOf)) {
    for (const symbol of symbols) {
      if (!homes.has(symbol.key)) homes.set(symbol.key, { symbol, output: entry, isExported: true });
    }
  }
  const leaks = new Set();
  for (const [entry, symbols] of Object.entries(publicOf)) {
    const isImported = ({ key }) =>
      order.slice(0, order.indexOf(entry)).includes(homes.get(key)?.output) && homes.get(key).isExported;
    for (const { user, symbol } of usedBy(modules, symbols, isImported)) {
      const home = homes.get(symbol.key);
      if (!home) homes.set(symbol.key, { symbol, output: entry, isExported: false });
      else if (!home.isExported && home.output !== entry) homes.set(symbol.key, shared(symbol));
      else if (order.indexOf(home.output) > order.indexOf(entry)) homes.set(symbol.key, shared(symbol));
      const isPublic = home?.isExported && home.output !== INNER;
      if (!isPublic && modules.declarationsOf(symbol).some(({ isValue }) => isValue)) {
        leaks.add(`${user.key} uses ${symbol.key}`);
      }
    }
  }
  if (leaks.size === 0) return homes;
  throw new Error(
    `Public names use values that are not public; export them, or do not use them.\n${[...leaks].join('\n')}`,
  );
}

const shared = (symbol) => ({ symbol, output: INNER, isExported: true });

/** What these symbols refer to, directly and through others; neither names of packages nor what is imported. */
function usedBy(modules, symbols, isImported) {
  const found = [];
  const seen = new Set(symbols.map(({ key }) => key));
  const open = symbols.filter((symbol) => !isImported(symbol));
  for (let user = open.pop(); user; user = open.pop()) {
    for (const symbol of modules.declarationsOf(user).flatMap(({ references }) => references)) {
      if (symbol.package || seen.has(symbol.key) || isImported(symbol)) continue;
      seen.add(symbol.key);
      found.push({ user, symbol });
      open.push(symbol);
    }
  }
  return found;
}

function outputText(modules, output, homes, symbols) {
  const imports = new Map();
  const elsewhere = symbols.filter(({ key }) => homes.get(key).output !== output);
  const parts = elsewhere.map(({ name, key }) => `export { ${name} } from './${homes.get(key).output}.js';`);
  const own = [...homes.values()].filter((home) => home.output === output);
  refuseTwice(output, [...own.map(({ symbol }) => symbol), ...elsewhere]);
  for (const { symbol, isExported } of own) {
    for (const { doc, text, isValue, references } of modules.declarationsOf(symbol)) {
      // A class of which only the type is public cannot be made or extended by others.
      const isHidden = symbol.isTypeOnly && isValue;
      parts.push(`${doc}${isHidden || !isExported ? '' : 'export '}${text}`);
      if (isHidden) parts.push(`export type { ${symbol.name} };`);
      for (const reference of references) {
        const home = homes.get(reference.key)?.output;
        if (reference.package) noteImport(imports, reference.package, reference.name);
        else if (home !== output) noteImport(imports, `./${home}.js`, reference.name);
      }
    }
  }
  const importLines = [...imports].map(([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';`);
  // Without this line a declaration file exports all that it declares.
  const body = [...importLines.sort(), ...parts, 'export {};'].join('\n');
  // Otherwise a project for a language version without `using` could not compile against it.
  const head = body.includes('Symbol.dispose') ? '/// <reference lib="esnext.disposable" />\n' : '';
  return `${head}${body}\n`;
}

/** Two files of the sources may each have a type of the same name, one file of declarations may not. */
function refuseTwice(output, symbols) {
  const keys = new Map();
  for (const { name, key } of symbols) {
    if (keys.has(name) && keys.get(name) !== key)
      throw new Error(`${output}.d.ts would declare ${name} twice: ${keys.get(name)} and ${key}. Rename one of them.`);
    keys.set(name, key);
  }
}

function noteImport(imports, from, name) {
  if (!imports.has(from)) imports.set(from, new Set());
  imports.get(from).add(name);
}

/** The declaration files of a folder, and what their names mean. */
class Modules {
  #folder;
  #read = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  #module(file) {
    if (!this.#read.has(file)) this.#read.set(file, readModule(readFileSync(join(this.#folder, file), 'utf8'), file));
    return this.#read.get(file);
  }

  /** The public symbols of an entry, in the order in which it lists them. */
  exportsOf(file) {
    return [...this.#module(file).exports.keys()].map((name) => {
      const symbol = this.#exported(file, name);
      symbol.isTypeOnly = this.#module(file).exports.get(name).isTypeOnly;
      if (symbol.name !== name) throw new Error(`${file} exports ${symbol.key} as ${name}; expected its own name.`);
      return symbol;
    });
  }

  /** Follows an exported name to where it is declared. */
  #exported(file, name) {
    const found = this.#module(file).exports.get(name);
    if (!found) throw new Error(`${file} does not export ${name}.`);
    return found.from ? this.#exported(found.from, found.name) : this.#resolve(file, found.name);
  }

  /** What a name means inside a file; undefined when it is a global. */
  #resolve(file, name) {
    const { declarations, imports } = this.#module(file);
    if (declarations.has(name)) return { key: `${file}#${name}`, file, name };
    const imported = imports.get(name);
    if (!imported) return undefined;
    return imported.package ? { ...imported, key: name } : this.#exported(imported.from, imported.name);
  }

  /** The text of each declaration of a symbol, with what it refers to. */
  declarationsOf({ file, name }) {
    return this.#module(file)
      .declarations.get(name)
      .map(({ doc, text, declaration }) => ({
        doc,
        text,
        isValue: !/^TS(Interface|TypeAlias)Declaration$/.test(declaration.type),
        references: [...referencesIn(declaration)].flatMap((used) => this.#resolve(file, used) ?? []),
      }));
  }
}

function readModule(text, file) {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const module = { imports: new Map(), exports: new Map(), declarations: new Map() };
  for (const statement of program.body) readStatement(module, statement, { text, comments, file });
  return module;
}

function readStatement(module, statement, source) {
  if (statement.type === 'ImportDeclaration') {
    const target = targetOf(source.file, statement.source.value);
    for (const { local, imported } of statement.specifiers) {
      if (!imported) throw new Error(`${source.file}: import * and default imports cannot be rolled up.`);
      module.imports.set(local.name, { ...target, name: imported.name });
    }
    return;
  }
  if (statement.type === 'ExportNamedDeclaration' && !statement.declaration) {
    const target = statement.source ? targetOf(source.file, statement.source.value) : {};
    for (const { local, exported, exportKind } of statement.specifiers) {
      const isTypeOnly = statement.exportKind === 'type' || exportKind === 'type';
      module.exports.set(exported.name, { ...target, name: local.name, isTypeOnly });
    }
    return;
  }
  const isExported = statement.type === 'ExportNamedDeclaration';
  const declaration = isExported ? statement.declaration : statement;
  for (const name of declaredNames(declaration)) {
    if (isExported) module.exports.set(name, { name });
    const text = source.text.slice(declaration.start, declaration.end);
    const known = module.declarations.get(name) ?? [];
    module.declarations.set(name, [...known, { doc: docBefore(statement, source), text, declaration }]);
  }
}

/** A file of the folder, or a package. */
function targetOf(file, path) {
  if (!path.startsWith('.')) return { package: path };
  return { from: join(dirname(file), path.replace(/\.(ts|js)$/, '.d.ts')) };
}

function declaredNames(declaration) {
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.map(({ id }) => id.name);
  return declaration.id ? [declaration.id.name] : [];
}

/** The doc comment that ends right before a statement. */
function docBefore(statement, { text, comments }) {
  const doc = comments.findLast(({ end }) => end <= statement.start);
  if (!doc?.value.startsWith('*') || text.slice(doc.end, statement.start).trim() !== '') return '';
  return `${text.slice(doc.start, doc.end)}\n`;
}

/** The names that types, `typeof` and `extends` refer to; not those of members and parameters. */
function referencesIn(node, names = new Set(), own = new Set()) {
  if (node === null || typeof node !== 'object') return names;
  if (Array.isArray(node)) {
    for (const item of node) referencesIn(item, names, own);
    return names;
  }
  const bound = new Set([...own, ...typeParametersOf(node)]);
  const used = usedName(node);
  if (used !== undefined && !bound.has(used)) names.add(used);
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') referencesIn(value, names, bound);
  return names;
}

function typeParametersOf(node) {
  const declared = node.typeParameters?.params?.map(({ name }) => name?.name ?? name) ?? [];
  if (node.type === 'TSMappedType') declared.push(node.key?.name ?? node.key);
  // `infer X` binds in the branch of its condition; no public name is called like one.
  if (node.type === 'TSConditionalType') collectInferred(node.extendsType, declared);
  return declared;
}

function collectInferred(node, names) {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'TSInferType') names.push(node.typeParameter.name.name);
  for (const value of Object.values(node)) collectInferred(value, names);
}

function usedName(node) {
  switch (node.type) {
    case 'TSTypeReference':
      return leftmost(node.typeName);
    case 'TSTypeQuery':
      if (node.exprName.type === 'TSImportType') break;
      return leftmost(node.exprName);
    case 'TSInterfaceHeritage':
    case 'TSClassImplements':
      return leftmost(node.expression);
    case 'ClassDeclaration':
      return node.superClass ? leftmost(node.superClass) : undefined;
    case 'TSImportType':
      break;
    default:
      return undefined;
  }
  throw new Error('An inferred type with import(…) is public. Write the type where it is declared.');
}

function leftmost(name) {
  if (name.type === 'Identifier') return name.name;
  if (name.type === 'ThisExpression') return undefined;
  return leftmost(name.left ?? name.object);
}
