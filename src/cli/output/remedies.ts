/**
 * Suggests the command-line option that helps with an error: the library's messages name the options of its functions.
 * Errors are identified by their codes, never by their text.
 */
import { EngineError, MeshError } from '../../errors.ts';

interface Run {
  readonly verb: string;
  /** The value of `--engine`. */
  readonly engine: string | undefined;
}

function switchFor(error: EngineError | MeshError, { verb, engine }: Run): string | undefined {
  switch (error.code) {
    case 'no-webgpu':
      // Either WebGPU was requested and is missing, or something that needs it ran without it.
      return engine === 'webgpu' ? '--engine wasm' : '--engine webgpu';
    case 'out-of-memory':
      return 'limit' in error.details ? '--threads 0' : undefined;
    case 'open-mesh':
      return `${verb === 'voxels' ? '' : '--allow-open, or '}--weld DISTANCE where corners nearly meet`;
    default:
      return undefined;
  }
}

/** A sentence to append to the message, or an empty string. */
export function remedyFor(error: unknown, words: readonly string[]): string {
  if (!(error instanceof EngineError || error instanceof MeshError)) return '';
  const at = words.findIndex((word) => word === '--engine' || word.startsWith('--engine='));
  const engine = words[at]?.includes('=') ? words[at].slice('--engine='.length) : words[at + 1];
  const found = switchFor(error, { verb: words[0], engine: at < 0 ? undefined : engine });
  return found ? ` On the command line: ${found}` : '';
}
