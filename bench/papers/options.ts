/** Options of a run over the papers, checked. */
import { OptionError } from '../../src/index.ts';
import { type PaperName, paperNames } from './papers.ts';

export interface PapersOptions {
  readonly papers?: readonly PaperName[];
  /** The original sizes instead of those that take a minute. */
  readonly full?: boolean;
  /** Frames measured per scene, and the longest time that it plays. */
  readonly frames?: number;
  readonly seconds?: number;
  /** Triangles of the largest scene, and pixels along a side of a view. */
  readonly triangles?: number;
  readonly resolution?: number;
  readonly threads?: number;
  readonly seed?: number;
  /** Also measure what runs on WebGPU; without an adapter this is an error. */
  readonly webgpu?: boolean;
}

export const PAPERS_DEFAULTS = { full: false, threads: 2, seed: 1, webgpu: false } as const satisfies PapersOptions;

const LEAST = { frames: 1, seconds: 1, triangles: 100, resolution: 16, threads: 0, seed: 0 } as const;

/** Names of papers, each once, in the order of the list of papers. */
export function paperList(names: readonly string[]): PaperName[] {
  const unknown = names.find((name) => !paperNames.includes(name as PaperName));
  if (unknown !== undefined) {
    throw new OptionError('option-value', `there is no paper "${unknown}"; the papers are ${paperNames.join(', ')}.`, {
      paper: unknown,
    });
  }
  return paperNames.filter((name) => names.includes(name));
}

/** Refuses what cannot be measured, and fills in defaults. */
export function checkedPapersOptions(options: PapersOptions) {
  for (const [name, least] of Object.entries(LEAST)) {
    const value = options[name as keyof typeof LEAST];
    if (value === undefined || (Number.isInteger(value) && value >= least)) continue;
    throw new OptionError('option-value', `${name} is ${value}; expected a whole number from ${least}.`, {
      option: name,
      found: value,
    });
  }
  return { ...PAPERS_DEFAULTS, ...options, papers: paperList(options.papers ?? paperNames) };
}
