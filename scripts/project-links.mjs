/**
 * `npm run links`: writes the owner, the repository and the site of project.json to every place that names them. To move the project,
 * change project.json and run this; a release refuses a placeholder, and places that differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const PLACEHOLDER = /\bOWNER\b/;

export const readProject = (folder = root) => JSON.parse(readFileSync(join(folder, 'project.json'), 'utf8'));

/** Which fields of a project are still placeholders. */
export const placeholders = (project) => Object.keys(project).filter((name) => PLACEHOLDER.test(project[name]));

/** Files, what in them is a link to the project, and what it must be. A file without such a link is refused. */
function places({ owner, repository, site }) {
  const reporting = { link: /https:\/\/[^\s"]+(?=\/security\/advisories\/new)/g, text: repository };
  return [
    { file: 'package.json', link: /(?<="homepage": ")[^"]*/g, text: site },
    { file: 'package.json', link: /(?<="bugs": ")[^"]*/g, text: `${repository}/issues` },
    { file: 'package.json', link: /(?<="url": ")[^"]*/g, text: `git+${repository}.git` },
    { file: 'README.md', link: /(?<=\]\()https:[^)]*(?=\)<!-- site -->)/g, text: site },
    { file: 'SECURITY.md', ...reporting },
    { file: '.github/ISSUE_TEMPLATE/config.yml', ...reporting },
    { file: 'docs/github-action.md', link: /(?<=uses: )[^/\s]+(?=\/collidescope@)/g, text: owner },
  ];
}

function withLinks(text, { file, link, text: wanted }) {
  if (text.search(link) < 0)
    throw new Error(`${file}: nothing matches ${link}, where a link to the project was expected`);
  return text.replace(link, () => wanted);
}

/** Names of the files whose links are not those of the project; with `write`, they are mended. */
export function staleFiles(project, { folder = root, write = false } = {}) {
  const all = places(project);
  return [...new Set(all.map(({ file }) => file))].filter((file) => {
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const mended = all.filter((place) => place.file === file).reduce(withLinks, text);
    if (write && mended !== text) writeFileSync(path, mended);
    return mended !== text;
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const changed = staleFiles(readProject(), { write: true });
  console.log(changed.length === 0 ? 'links: nothing to change' : `links: changed ${changed.join(', ')}`);
}
