/**
 * `npm run docs`: the documentation site, in build/site. Static files that work offline, below any path, and make no
 * requests to other hosts. `--no-build` takes dist as it stands; `--serve` serves the site on this machine when it is done.
 *
 * Pages are those of docs and site, and the API reference, which is made from dist. A public name without a doc comment and a
 * dead link stop the build.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiReference } from './api-reference.mjs';
import { makeRelative } from './relative-site.mjs';
import { root, run } from './run.mjs';

const source = join(root, 'build/site-source');
const target = join(root, 'build/site');

const ENTRIES = {
  index: {
    title: 'collidescope',
    module: 'collidescope',
    file: join(root, 'dist/index.d.ts'),
    inner: join(root, 'dist/inner.d.ts'),
  },
  io: { title: 'collidescope/io', module: 'collidescope/io', file: join(root, 'dist/io.d.ts') },
  papers: { title: 'collidescope/papers', module: 'collidescope/papers', file: join(root, 'dist/papers.d.ts') },
  three: { title: 'collidescope/three', module: 'collidescope/three', file: join(root, 'dist/three.d.ts') },
};

if (!process.argv.includes('--no-build') || !existsSync(ENTRIES.index.file)) run('npm', ['run', 'build']);
rmSync(source, { recursive: true, force: true });
cpSync(join(root, 'docs'), source, { recursive: true });
cpSync(join(root, 'site'), source, { recursive: true });
writeFileSync(
  join(source, 'changelog.md'),
  readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replaceAll('](docs/', '](./'),
);
mkdirSync(join(source, 'api'), { recursive: true });
for (const [name, text] of Object.entries(apiReference(ENTRIES))) writeFileSync(join(source, `api/${name}.md`), text);
run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', source, '--outDir', target]);
makeRelative(target);
// Files that pages link to and that are not pages, such as the schema of rules.
for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.json')))
  cpSync(join(root, 'docs', name), join(target, name));
console.log('docs: build/site');
if (process.argv.includes('--serve'))
  run(process.execPath, ['node_modules/vite/bin/vite.js', 'preview', '--outDir', target]);
