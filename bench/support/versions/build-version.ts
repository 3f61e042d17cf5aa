/**
 * Another commit as a library beside this one: its sources unpacked, its kernels compiled, one bundle to import.
 *
 * Both versions are bundled alike and share the packages installed here, so what differs is the project's own code. A commit
 * that was built before is taken from build/versions.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { createEngine } from '../../../src/index.ts';
import { progress } from '../progress.ts';

/** What the cases ask of a version: only names that every version has, or that are looked up before they are called. */
export interface Version {
  readonly name: string;
  readonly createEngine: typeof createEngine;
  /** Functions of `collidescope/papers`; versions before 0.2 have them as methods of a scene. */
  readonly papers: Readonly<Record<string, unknown>>;
}

const FOLDER = resolve('build/versions');

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8' }).trim();
}

/** The full name of a commit; ends with 2 and says what is there when git does not know it. */
export function commitNamed(name: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    console.error(`bench: git knows no commit "${name}". Try HEAD~1, a tag or a hash of \`git log --oneline\`.`);
    process.exit(2);
  }
}

/** Unpacks and compiles a commit; the folder takes its name only when it is complete. */
function unpacked(commit: string): string {
  const folder = join(FOLDER, commit);
  if (existsSync(folder)) return folder;
  progress(`building ${commit.slice(0, 7)}`);
  const staging = `${folder}.next`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  const archive = join(FOLDER, `${commit}.tar`);
  git('archive', '--format=tar', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', staging]);
  rmSync(archive);
  symlinkSync(resolve('node_modules'), join(staging, 'node_modules'), 'junction');
  execFileSync(process.execPath, ['scripts/build-kernels.mjs'], { cwd: staging, stdio: 'inherit' });
  renameSync(staging, folder);
  return folder;
}

async function bundled(folder: string, name: string): Promise<string> {
  const entry = join(FOLDER, `${name}.entry.ts`);
  const papers = join(folder, 'src/papers/index.ts');
  writeFileSync(
    entry,
    `export { createEngine } from ${JSON.stringify(join(folder, 'src/index.ts'))};\n` +
      (existsSync(papers)
        ? `export * as papers from ${JSON.stringify(papers)};\n`
        : 'export const papers = Object.freeze({});\n'),
  );
  const outfile = join(FOLDER, `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  return outfile;
}

async function imported(folder: string, name: string): Promise<Version> {
  mkdirSync(FOLDER, { recursive: true });
  const library = await import(pathToFileURL(await bundled(folder, name)).href);
  return { name, createEngine: library.createEngine, papers: library.papers };
}

/** The version of a commit. */
export async function versionOf(commit: string): Promise<Version> {
  return await imported(unpacked(commit), commit.slice(0, 7));
}

/** The working tree, changes that are not committed included. */
export async function versionHere(): Promise<Version> {
  return await imported(resolve('.'), 'here');
}
