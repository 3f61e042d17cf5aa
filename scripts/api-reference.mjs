/**
 * The API reference as Markdown, from the declaration file of each entry: every public name with its doc comment, its
 * signature and its members; and the types inside of them that are not exported, with how to write them.
 *
 * Promise: a name or member without a doc comment stops the build and is named, and so is a link to a name that is not there.
 */
import { readFileSync } from 'node:fs';
import { parseSync } from 'rolldown/utils';

const GROUPS = {
  TSDeclareFunction: 'Functions',
  ClassDeclaration: 'Classes',
  TSInterfaceDeclaration: 'Interfaces',
  TSTypeAliasDeclaration: 'Types',
  VariableDeclaration: 'Constants',
};
const FUNCTION_MEMBER = /^(TSMethodSignature|MethodDefinition|TSAbstractMethodDefinition)$/;

export const anchorOf = (name) => name.replaceAll('.', '-');

/** The text of a doc comment, without stars; empty when there is none. */
function docOf({ text, comments }, node) {
  const doc = comments.findLast(({ end }) => end <= node.start);
  if (!doc?.value.startsWith('*') || text.slice(doc.end, node.start).trim() !== '') return '';
  return doc.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}

/** The text of a node without the comments in it. */
function codeOf({ text, comments }, { start, end }) {
  let code = '';
  let at = start;
  for (const comment of comments.filter((each) => each.start >= start && each.end <= end)) {
    code += text.slice(at, comment.start).replace(/[ \t]+$/, '');
    at = comment.end;
  }
  code += text.slice(at, end);
  return code
    .replace(/\n\s*\n+/g, '\n')
    .replace(/^ {4}/gm, '  ')
    .replace(/^export (declare )?/, '');
}

function membersOf(source, { body, typeAnnotation }, owner) {
  const list = body?.body ?? (typeAnnotation?.type === 'TSTypeLiteral' ? typeAnnotation.members : []);
  const members = new Map();
  for (const member of list) {
    const { key, computed, kind, type } = member;
    if (!key || computed || key.type === 'PrivateIdentifier' || kind === 'constructor') continue;
    const name = `${owner}.${key.name ?? key.value}`;
    const found = {
      name,
      isFunction: FUNCTION_MEMBER.test(type),
      doc: docOf(source, member),
      code: codeOf(source, member),
    };
    members.set(name, members.has(name) ? joined(members.get(name), found) : found);
  }
  return [...members.values()];
}

/** Overloads: all signatures, and the comment of the first followed by those of the others. */
function joined(first, next) {
  return { ...first, code: `${first.code}\n${next.code}`, doc: mergedDoc(first.doc, next.doc) };
}

/** Descriptions before tags, as one comment would have them. */
function mergedDoc(...docs) {
  const parts = docs.map((doc) => {
    const at = doc.search(/^@\w/m);
    return at < 0 ? [doc, ''] : [doc.slice(0, at).trim(), doc.slice(at).trim()];
  });
  return [...parts.map(([about]) => about), ...parts.map(([, tags]) => tags)].filter(Boolean).join('\n\n');
}

/** `export type { Hits }`, which comes after a class that others cannot make. */
const listedIn = ({ type, specifiers }) =>
  type === 'ExportNamedDeclaration' ? specifiers.map(({ exported }) => exported.name) : [];

/** What one entry declares, and whether it exports it. Overloads are one name with several signatures. */
export function readEntry(file) {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const source = { text, comments };
  const names = new Map();
  const listed = new Set(program.body.flatMap(listedIn));
  for (const statement of program.body) {
    const declaration = statement.declaration ?? statement;
    const group = GROUPS[declaration.type];
    const named = declaration.id ?? declaration.declarations?.[0]?.id;
    if (!group || !named) continue;
    const known = names.get(named.name);
    if (known) {
      names.set(named.name, joined(known, { code: codeOf(source, statement), doc: docOf(source, statement) }));
      continue;
    }
    const members = group === 'Constants' ? [] : membersOf(source, declaration, named.name);
    names.set(named.name, {
      name: named.name,
      group,
      isExported: statement !== declaration || listed.has(named.name),
      doc: docOf(source, statement),
      code: codeOf(source, statement),
      members,
    });
  }
  return [...names.values()];
}

/** `readonly depth: ClashDepth | null;` → how the type is written through the member: its name, and `NonNullable<owner['depth']>`. */
function throughMember(owner, { name, code }) {
  const found = /^(?:readonly )?[\w]+(\?)?: (?:readonly )?(\w+)(\[\])?((?: \| (?:null|undefined))*);?$/.exec(
    code.trim(),
  );
  if (!found) return undefined;
  const [, optional, type, list, none] = found;
  const member = `${owner}['${name.replace(/^.*\./, '')}']`;
  return { type, written: `${optional || none ? `NonNullable<${member}>` : member}${list ? '[number]' : ''}` };
}

/** How types that are not exported are written through members of those that are, for those that can be. */
function writtenThrough(names) {
  const byName = new Map(names.map((each) => [each.name, each]));
  const written = new Map(names.filter(({ isExported }) => isExported).map(({ name }) => [name, name]));
  // A map is walked in the order in which it was filled, also while it grows.
  for (const [name, owner] of written) {
    for (const member of byName.get(name).members.filter(({ isFunction }) => !isFunction)) {
      const found = throughMember(owner, member);
      if (found && byName.has(found.type) && !written.has(found.type)) written.set(found.type, found.written);
    }
  }
  return written;
}

/** Every name and member of all entries, with the page it is on. */
function homesOf(entries) {
  const homes = new Map();
  for (const [entry, names] of Object.entries(entries)) {
    for (const { name, members } of names) {
      homes.set(name, `./${entry}.md#${anchorOf(name)}`);
      for (const member of members) homes.set(member.name, `./${entry}.md#${anchorOf(member.name)}`);
    }
  }
  return homes;
}

/** Outside code, angle brackets and double braces would be taken for HTML and for expressions. */
function escaped(markdown) {
  const parts = markdown.split(/(```[\s\S]*?```|`[^`\n]*`)/);
  return parts.map((part, i) => (i % 2 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '{ {'))).join('');
}

function prose(doc, homes, owner, problems) {
  const [about, ...tags] = doc.split(/^@(?=\w)/m);
  const link = (_all, name, text) => {
    const home = homes.get(name);
    if (!home) problems.push(`${owner}: {@link ${name}} leads nowhere`);
    return `[\`${text ?? name}\`](${home})`;
  };
  const linked = (text) => escaped(text.trim()).replace(/\{@link ([\w.]+)(?:\s*\|\s*([^}]+))?\}/g, link);
  const lines = [linked(about)];
  for (const tag of tags) {
    const [, name, text] = /^(\w+)\s*([\s\S]*)$/.exec(tag);
    if (name === 'defaultValue') lines.push(`**Default:** ${linked(text)}`);
    else if (name === 'throws') lines.push(`**Throws** ${linked(text)}`);
    else if (name === 'experimental') lines.push(`**Experimental:** ${linked(text)}`);
    else if (name === 'example') lines.push(text.trim());
    else problems.push(`${owner}: @${name} is not a tag that the reference knows`);
  }
  return lines.join('\n\n');
}

/** The outline of a type: long bodies are described by their members. */
function signature({ group, code, members }) {
  if (members.length === 0 || group === 'Constants') return code;
  const head = /^[^{]*\{/.exec(code)?.[0] ?? code;
  return `${head} … }`;
}

/** What people begin with, in this order; each query of the scene follows with the types that it takes and gives. */
const FIRST = ['createEngine', 'Engine', 'EngineOptions', 'Scene', 'Collider'];
const OWNERS = ['Scene', 'Collider'];

/** Names that a declaration mentions, and those that these mention. */
function mentioned(code, byName, found = new Set()) {
  for (const [word] of code.matchAll(/\b[A-Z]\w+\b/g)) {
    if (!byName.has(word) || found.has(word) || FIRST.includes(word)) continue;
    found.add(word);
    const { code: own, members } = byName.get(word);
    mentioned([own, ...members.map((member) => member.code)].join('\n'), byName, found);
  }
  return found;
}

/** A query's constants begin with its name: COLLIDE_DEFAULTS. */
const isConstantOf = (query, { name, group }) =>
  group === 'Constants' && name.startsWith(query.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase());

/** Names by task: what one begins with, then query by query, then what several use, errors, and the rest by kind. */
function byTask(names) {
  const byName = new Map(names.map((each) => [each.name, each]));
  const owner = OWNERS.flatMap((name) => byName.get(name) ?? [])[0];
  const queries = owner?.members.filter(({ isFunction, code }) => isFunction && /Promise</.test(code)) ?? [];
  const queryNames = queries.map(({ name }) => name.replace(/^.*\./, ''));
  const users = new Map();
  const add = (name, query) => users.set(name, (users.get(name) ?? new Set()).add(query));
  for (const [i, { code }] of queries.entries()) {
    for (const name of mentioned(code, byName)) add(name, queryNames[i]);
    for (const each of names) if (isConstantOf(queryNames[i], each)) add(each.name, queryNames[i]);
  }
  /** The query that a name belongs to: the only one that needs it, the only one that gives it, or the one it is called after. */
  const queryOf = (name) => {
    const using = [...(users.get(name) ?? [])];
    const giving = queries.filter(({ code }) => new RegExp(`Promise<.*\\b${name}\\b`).test(code));
    if (using.length === 1) return using[0];
    if (giving.length > 0) return giving[0].name.replace(/^.*\./, '');
    return using.find((query) => name.toLowerCase().startsWith(query.toLowerCase()));
  };
  const titleOf = ({ name, group }) => {
    if (FIRST.includes(name)) return 'Start here';
    if (/Error/.test(name)) return 'Errors';
    if (!users.has(name)) return group;
    const query = queryOf(name);
    return query ? `${query}()` : 'Shared by several';
  };
  const titles = ['Start here', ...queryNames.map((query) => `${query}()`), 'Shared by several'];
  const order = [...new Set([...titles, ...Object.values(GROUPS), 'Errors'])];
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return order.flatMap((title) => {
    const list = names
      .filter((each) => titleOf(each) === title)
      .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
    const query = queries.find(({ name }) => title === `${name.replace(/^.*\./, '')}()`);
    return list.length > 0 ? [{ title, list, query }] : [];
  });
}

function pageOf(entry, title, names, homes, problems) {
  const missing = (doc) => doc.replace(/^@\w[\s\S]*/m, '').trim().length < 8;
  const lines = [`# ${title}`, '', `\`import { … } from '${entry}';\``, ''];
  const sections = byTask(names);
  const written = writtenThrough(names);
  lines.push('| | |', '| --- | --- |');
  for (const { title: heading, list } of sections)
    lines.push(`| ${heading} | ${list.map(({ name }) => `[${name}](#${anchorOf(name)})`).join(', ')} |`);
  lines.push('');
  for (const { title: heading, list, query } of sections) {
    lines.push(`## ${heading}`, '');
    if (query) lines.push(`Called as [\`${query.name}\`](${homes.get(query.name)}).`, '');
    for (const each of list) {
      if (missing(each.doc)) problems.push(`${entry}: ${each.name} has no doc comment`);
      lines.push(`### ${each.name} {#${anchorOf(each.name)}}`, '', '```ts', signature(each), '```', '');
      lines.push(prose(each.doc, homes, each.name, problems), '');
      if (!each.isExported) {
        const through = written.get(each.name);
        lines.push(`Not exported${through ? `; write \`${through}\`` : ''}.`, '');
      }
      for (const member of each.members) {
        if (missing(member.doc)) problems.push(`${entry}: ${member.name} has no doc comment`);
        lines.push(
          `#### ${member.name.replace(/^.*\./, '')}${member.isFunction ? '()' : ''} {#${anchorOf(member.name)}}`,
          '',
        );
        lines.push('```ts', member.code, '```', '', prose(member.doc, homes, member.name, problems), '');
      }
    }
  }
  return lines.join('\n');
}

const readInner = (file) => (file ? readEntry(file).map((each) => ({ ...each, isExported: false })) : []);

/**
 * @param {Record<string, { title: string, module: string, file: string, inner?: string }>} entries By the name of the page; `inner`
 *   is a file of types that several entries use and none exports.
 * @returns {Record<string, string>} Markdown of each page.
 */
export function apiReference(entries) {
  const read = Object.fromEntries(
    Object.entries(entries).map(([name, { file, inner }]) => [name, [...readEntry(file), ...readInner(inner)]]),
  );
  const homes = homesOf(read);
  const problems = [];
  const pages = Object.entries(entries).map(([name, { title, module }]) => [
    name,
    pageOf(module, title, read[name], homes, problems),
  ]);
  if (problems.length > 0) throw new Error(`The API reference is not complete.\n${problems.join('\n')}`);
  return Object.fromEntries(pages);
}
