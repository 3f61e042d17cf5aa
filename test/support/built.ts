/** Whether `dist` is there, and was built from the sources as they are. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './packed-package.ts';

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/** Sources that declarations are made from: kernels and what is generated for them have none. */
function newestSource(): { readonly file: string; readonly time: number } {
  const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/[\\/](generated|kernels)[\\/]/.test(file),
  );
  return files
    .map((file) => ({ file: `src/${file.replaceAll('\\', '/')}`, time: timeOf(join(projectRoot, 'src', file))! }))
    .reduce((newest, each) => (each.time > newest.time ? each : newest));
}

/** Undefined when it is up to date. */
export function staleBuild(): string | undefined {
  const built = timeOf(join(projectRoot, 'dist/index.d.ts'));
  if (built === undefined) return 'dist is missing, and this tests what is built. Run: npm run build';
  const { file, time } = newestSource();
  if (time > built) return `dist is older than ${file}, and this tests what is built. Run: npm run build`;
  return undefined;
}
