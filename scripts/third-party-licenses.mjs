/**
 * The licence texts of all third-party material in the package: bundled code, code that bundled packages contain, and what is
 * compiled or copied.
 *
 * Promise: every package named has its full text, from its own folder or, where its author left the text out, the standard
 * text of the licence that its package.json names; a package with unknown terms stops the build.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './run.mjs';

const LICENSE_FILE = /^(third-party-)?(licen[cs]e|notice|copying)/i;
const RULE = `\n${'-'.repeat(80)}\n\n`;
/** Whose licence file is the plain text of Apache 2.0. */
const APACHE_SOURCE = 'node_modules/assemblyscript/LICENSE';

/** Packages that are not installed, because another one contains them. */
const EMBEDDED = {
  'gl-matrix': { version: '3.4', license: 'MIT', author: '2015-2021, Brandon Jones, Colin MacKenzie IV' },
};

/** The folder of the package that a file belongs to, below the project's; undefined for files of our own. */
export function packageFolder(file) {
  return /^(?:.*\/)?(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
}

/** `folders` are those of packages, as `packageFolder` gives them; `sources` all that the source maps name. */
export async function thirdPartyLicenses(folders, sources) {
  const names = folders.map((folder) => folder.split('node_modules/').at(-1));
  const mapped = sources.flatMap((source) => packageFolder(source)?.split('node_modules/').at(-1) ?? []);
  const embedded = [...new Set(mapped)].filter((name) => !names.includes(name));
  const notices = await Promise.all([...[...new Set(folders)].map(notice), ...embedded.map(embeddedNotice)]);
  return notices.sort().join(RULE);
}

async function embeddedNotice(name) {
  const about = EMBEDDED[name];
  if (!about) throw new Error(`A bundled package contains ${name}. Add its author and licence to this script.`);
  return `${name} ${about.version}\n\n${(await standardText({ name, ...about })).trim()}\n`;
}

async function notice(folder) {
  const about = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = (await readdir(join(root, folder))).filter((entry) => LICENSE_FILE.test(entry));
  const texts = await Promise.all(files.sort().map((file) => readFile(join(root, folder, file), 'utf8')));
  const text = texts.length > 0 ? texts.map((each) => each.trim()).join('\n\n') : await standardText(about);
  return `${about.name} ${about.version}\n\n${text.trim()}\n`;
}

async function standardText({ name, license, author }) {
  const holder = typeof author === 'object' ? author.name : author;
  const copyright = `Copyright (c) ${holder ?? `the authors of ${name}`}`;
  if (license === 'MIT') {
    const own = await readFile(join(root, 'LICENSE'), 'utf8');
    return own.replace(/^Copyright .*$/m, copyright);
  }
  if (license === 'Apache-2.0') {
    const text = await readFile(join(root, APACHE_SOURCE), 'utf8');
    if (!/TERMS AND CONDITIONS FOR USE[\s\S]*END OF TERMS AND CONDITIONS/.test(text)) {
      throw new Error(`${APACHE_SOURCE} is no longer the text of Apache 2.0; name another file that is.`);
    }
    return `${copyright}\n\n${text}`;
  }
  if (/^public domain$/i.test(license)) return 'Dedicated to the public domain by its author.';
  throw new Error(`${name} has no licence file, and its licence is "${license}". Add its terms to this script.`);
}
