/** The package as it would be published, unpacked in projects of its own. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const projectRoot = resolve(import.meta.dirname, '../..');

export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

export interface ProjectOptions {
  /** Packages that the project does not have. */
  readonly without?: readonly string[];
}

export interface PackedPackage {
  /** The path of the archive. */
  readonly archive: string;
  /** The size of the archive. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
  /** Writes a project with these files that has the package, and its dependencies, installed. Returns its folder. */
  createProject(name: string, files: Readonly<Record<string, string | Uint8Array>>, options?: ProjectOptions): string;
  dispose(): void;
}

/** Packs dist as it stands; `npm test` and `npm run unit` have built it before. */
export function packPackage(): PackedPackage {
  if (!existsSync(join(projectRoot, 'dist/index.js'))) throw new Error('There is no dist. Run: npm run build');
  const folder = mkdtempSync(join(tmpdir(), 'collidescope-package-'));
  const arguments_ = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  const output = execFileSync('npm', arguments_, { cwd: projectRoot, encoding: 'utf8' });
  const [packed] = JSON.parse(output) as [PackedPackage & { filename: string }];
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  const unpacked = join(folder, 'package');
  return {
    archive: join(folder, packed.filename),
    size: packed.size,
    unpackedSize: packed.unpackedSize,
    files: packed.files,
    createProject(name, files, { without = [] } = {}) {
      const project = mkdtempSync(join(folder, `${name}-`));
      const modules = join(project, 'node_modules');
      mkdirSync(modules, { recursive: true });
      cpSync(unpacked, join(modules, 'collidescope'), { recursive: true });
      linkModules(modules, without);
      const all = { 'package.json': '{ "private": true, "type": "module" }', ...files };
      for (const [path, content] of Object.entries(all)) {
        mkdirSync(dirname(join(project, path)), { recursive: true });
        writeFileSync(join(project, path), content);
      }
      return project;
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The dependencies are those of this clone: nothing is fetched. */
function linkModules(target: string, without: readonly string[]): void {
  const source = join(projectRoot, 'node_modules');
  for (const name of readdirSync(source)) {
    if (!name.startsWith('.') && !without.includes(name))
      symlinkSync(join(source, name), join(target, name), 'junction');
  }
}
