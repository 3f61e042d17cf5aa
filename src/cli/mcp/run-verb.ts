/**
 * Runs the command line for the MCP server, in a process of its own: standard output belongs to the protocol, and a mesh that
 * takes all memory ends that process and not the server.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '../../errors.ts';
import { cleanUpOnSignal } from '../signals.ts';
import type { Run } from './tools.ts';

const PLACES = ['outside', 'inside', 'on the surface'];
/** Longest document that is read; larger ones would not fit into a string. */
const OUTPUT_MAX = 2 ** 28;

export interface RunSettings {
  /** Where relative paths start. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** The JSON document that the command line prints, including error documents. */
export async function runVerb(run: Run, settings: RunSettings): Promise<Record<string, unknown>> {
  if (run.points === undefined && run.joints === undefined) return document([...run.words, '--json'], settings);
  const scratch = await mkdtemp(join(tmpdir(), 'collidescope-mcp-'));
  try {
    if (run.joints !== undefined) {
      const joints = join(scratch, 'joints.json');
      await writeFile(joints, run.joints);
      return await document([...run.words, '--joints', joints, '--json'], settings);
    }
    const [points, out] = [join(scratch, 'points.xyz'), join(scratch, 'places.txt')];
    await writeFile(points, run.points!);
    const [verb, mesh, ...options] = run.words;
    const found = await document([verb, mesh, points, ...options, '--out', out, '--json'], settings);
    if (found.error !== undefined) return found;
    const places = (await readFile(out, 'utf8')).trim().split('\n');
    return { ...found, places: places.map((place) => PLACES[Number(place)]) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function document(words: readonly string[], { folder, signal }: RunSettings): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1], ...words], {
      cwd: folder,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Nobody waits for its answer when this process has ended.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    const release = cleanUpOnSignal(end);
    child.once('close', () => {
      process.off('exit', end);
      release();
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.length > OUTPUT_MAX) child.kill();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new EngineError('internal', `${words[0]} ended with ${code} and without an answer. ${stderr.trim()}`));
      }
    });
  });
}
