/**
 * Makes a built VitePress site work below any path. VitePress knows its path when it builds; here it is built for a
 * placeholder, which every page replaces by the path that it was loaded from.
 *
 * In HTML and CSS the placeholder becomes a relative path. In scripts every string that holds it becomes a sum with a
 * variable, which a line at the head of each page sets. Scripts are parsed, so that only real strings are changed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync } from 'rolldown/utils';

export const PLACEHOLDER = '/__site__/';
const VARIABLE = 'globalThis.__siteBase';

/** Nodes of a syntax tree, in any order. */
function* nodesOf(node) {
  if (Array.isArray(node)) for (const each of node) yield* nodesOf(each);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') yield node;
    for (const key in node) yield* nodesOf(node[key]);
  }
}

/** A script in which the placeholder is replaced by the variable. */
export function relativeScript(file, text) {
  if (!text.includes(PLACEHOLDER)) return text;
  const changes = [];
  for (const node of nodesOf(parseSync(file, text).program)) {
    const source = text.slice(node.start, node.end);
    if (!source.includes(PLACEHOLDER)) continue;
    if (node.type === 'Literal' && typeof node.value === 'string') {
      const quote = source[0];
      changes.push([node, `(${source.replaceAll(PLACEHOLDER, `${quote}+${VARIABLE}+${quote}`)})`]);
    } else if (node.type === 'TemplateElement') {
      changes.push([node, source.replaceAll(PLACEHOLDER, `\${${VARIABLE}}`)]);
    }
  }
  changes.sort(([a], [b]) => b.start - a.start);
  let result = text;
  for (const [{ start, end }, replacement] of changes)
    result = result.slice(0, start) + replacement + result.slice(end);
  if (result.includes(PLACEHOLDER)) throw new Error(`${file}: "${PLACEHOLDER}" is somewhere else than in a string`);
  return result;
}

/** A page in which links are relative; `depth` is how many folders below the start it is. */
export function relativePage(text, depth) {
  const up = depth === 0 ? './' : '../'.repeat(depth);
  const variable = `<script>${VARIABLE}=new URL(${JSON.stringify(up)},location.href).pathname</script>`;
  const data = /(<script[^>]*>)([^<]*__VP_SITE_DATA__[^<]*)(<\/script>)/;
  return text
    .replace(data, (_all, open, code, close) => `${open}${relativeData(code)}${close}`)
    .replaceAll(PLACEHOLDER, up)
    .replace('<head>', `<head>${variable}`);
}

/** The site's data are JSON in a string in a script: the placeholder stands between escaped quotes. */
function relativeData(code) {
  return code.replaceAll(`\\"${PLACEHOLDER}\\"`, `"+JSON.stringify(${VARIABLE})+"`);
}

/** Pages that the site has under another name than the folder docs; links to them are written for both. */
const RENAMED = [
  [/\bARCHITECTURE\.html/g, 'architecture.html'],
  [/\bREADME\.html/g, 'index.html'],
];

export function makeRelative(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    if (!/\.(html|css|js|json)$/.test(name)) continue;
    const text = RENAMED.reduce((all, [from, to]) => all.replace(from, to), readFileSync(file, 'utf8'));
    const depth = parentPath.slice(folder.length).split(sep).filter(Boolean).length;
    if (name.endsWith('.js')) writeFileSync(file, relativeScript(file, text));
    else if (name.endsWith('.html')) writeFileSync(file, relativePage(text, depth));
    else writeFileSync(file, text.replaceAll(PLACEHOLDER, depth === 0 ? './' : '../'.repeat(depth)));
  }
}
