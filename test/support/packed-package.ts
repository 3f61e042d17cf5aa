/** The package as it would be published, unpacked in projects of its own. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { askWorkshop, type PackedFile } from './ask-workshop.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

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

export async function packPackage(): Promise<PackedPackage> {
  const { archive, size, unpackedSize, files: packedFiles, unpacked } = await askWorkshop('package');
  const folder = mkdtempSync(join(tmpdir(), 'collidescope-projects-'));
  return {
    archive,
    size,
    unpackedSize,
    files: packedFiles,
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
