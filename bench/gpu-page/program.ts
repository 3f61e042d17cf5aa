/**
 * The page's own program: asks both engines the same, in turns, compares their answers, draws a table, and writes the block of text
 * that is to be pasted into an issue.
 *
 * A time is the median of runs after a first one that is not counted; before each run an object moves, as in an animation. `?most=` sets the
 * largest number of triangles, `?runs=` how often each case is run.
 */
import { listAdapters } from '../../src/backend/gpu/list-adapters.ts';
import { createEngine, type Engine, type MeshInput } from '../../src/index.ts';
import { type Asked, type Case, casesUpTo } from './cases.ts';

declare const VERSION: string;

export interface Result {
  readonly name: string;
  readonly triangles: number;
  readonly wasm: number;
  readonly webgpu: number;
  readonly where: string;
  readonly kilobytesUp: number | undefined;
  readonly kilobytesDown: number | undefined;
  readonly answer: string;
  readonly verdict: 'same' | 'DIFFERENT' | 'not promised';
}

const query = new URLSearchParams(location.search);
const MOST = Number(query.get('most') ?? 2_000_000);
const RUNS = Number(query.get('runs') ?? 5);

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

async function run(engine: Engine, backend: 'wasm' | 'webgpu', meshes: readonly MeshInput[], { ask }: Case) {
  const scene = engine.createScene();
  const [first] = meshes.map((mesh) => scene.add(mesh));
  const times: number[] = [];
  let last: Asked | undefined;
  for (let i = 0; i <= RUNS; i++) {
    scene.move(first, meshes[0].positions);
    const began = performance.now();
    last = await ask(scene, backend);
    if (i > 0) times.push(performance.now() - began);
    // Lets the page draw.
    await new Promise((resolve) => setTimeout(resolve));
  }
  scene.dispose();
  return { milliseconds: median(times), asked: last! };
}

async function measure(wasm: Engine, webgpu: Engine, one: Case): Promise<Result> {
  const meshes = one.meshes();
  const plain = await run(wasm, 'wasm', meshes, one);
  const onGpu = await run(webgpu, 'webgpu', meshes, one);
  const { backend, leftToWasm, bytesUp, bytesDown, answer } = onGpu.asked;
  const isEqual = answer === plain.asked.answer;
  return {
    name: one.name,
    triangles: meshes.reduce((sum, { indices }) => sum + indices!.length / 3, 0),
    wasm: plain.milliseconds,
    webgpu: onGpu.milliseconds,
    where: leftToWasm ? `wasm (${leftToWasm})` : backend,
    kilobytesUp: bytesUp === undefined ? undefined : bytesUp / 1000,
    kilobytesDown: bytesDown === undefined ? undefined : bytesDown / 1000,
    answer: isEqual ? answer : `${plain.asked.answer} / ${answer}`,
    verdict: isEqual ? 'same' : one.isSame ? 'DIFFERENT' : 'not promised',
  };
}

const COLUMNS = [
  'query',
  'triangles',
  'wasm ms',
  'WebGPU ms',
  'ran on',
  'KB up',
  'KB down',
  'answer',
  'agrees',
] as const;
const NUMBERS: readonly string[] = ['triangles', 'wasm ms', 'WebGPU ms', 'KB up', 'KB down'];

/** Cells of a row of the table, numbers flush right. */
function cells(kind: 'th' | 'td', texts: readonly string[]): HTMLElement[] {
  return texts.map((textContent, i) => {
    const className = NUMBERS.includes(COLUMNS[i]) ? 'number' : '';
    return Object.assign(document.createElement(kind), { textContent, className });
  });
}

function cellsOf(result: Result): string[] {
  const short = (value: number | undefined) => (value === undefined ? '' : value.toFixed(value < 10 ? 1 : 0));
  const { name, triangles, wasm, webgpu, where, kilobytesUp, kilobytesDown, answer, verdict } = result;
  return [
    name,
    String(triangles),
    short(wasm),
    short(webgpu),
    where,
    short(kilobytesUp),
    short(kilobytesDown),
    answer,
    verdict,
  ];
}

function showRow(result: Result): void {
  const row = document.createElement('tr');
  row.className = result.verdict === 'DIFFERENT' ? 'wrong' : '';
  row.append(...cells('td', cellsOf(result)));
  element('rows').append(row);
}

function blockOf(about: readonly string[], results: readonly Result[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = results.map((result) => line(cellsOf(result)));
  return [...about, '', line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows, ''].join('\n');
}

async function describeMachine(wasm: Engine): Promise<string[]> {
  const { adapters } = await listAdapters();
  const [{ description, vendor, architecture, isSoftware }] = adapters;
  const card = description || `${vendor} ${architecture}`;
  return [
    `Collidescope ${VERSION}, ${new Date().toISOString().slice(0, 10)}`,
    `Card: ${card}${isSoftware ? ' (a software driver: times say nothing about graphics cards)' : ''}`,
    `Browser: ${navigator.userAgent}`,
    `${navigator.hardwareConcurrency} processors, ${wasm.threads} worker threads${crossOriginIsolated ? '' : ' (the page is not isolated: none are possible)'}`,
    `${RUNS === 1 ? 'One run' : `Medians of ${RUNS} runs`} after a first one; an object moves before each.`,
  ];
}

async function main(): Promise<void> {
  const say = (text: string) => {
    element('state').textContent = text;
  };
  const wasm = await createEngine({ backend: 'wasm' });
  const webgpu = await createEngine({ backend: 'webgpu' });
  const about = await describeMachine(wasm);
  element('about').textContent = about.join('\n');
  const results: Result[] = [];
  const cases = casesUpTo(MOST);
  for (const [i, one] of cases.entries()) {
    say(`${i + 1} of ${cases.length}: ${one.name}, ${one.triangles} triangles …`);
    const result = await measure(wasm, webgpu, one);
    results.push(result);
    showRow(result);
    element<HTMLTextAreaElement>('block').value = blockOf(about, results);
  }
  const wrong = results.filter(({ verdict }) => verdict === 'DIFFERENT').length;
  say(
    wrong === 0
      ? 'Done: all answers that must agree do.'
      : `Done: ${wrong} answers DIFFER. Please report this page's block.`,
  );
  document.body.dataset.done = String(wrong);
}

element('columns').append(...cells('th', COLUMNS));
element('copy').addEventListener('click', async () => {
  const block = element<HTMLTextAreaElement>('block');
  // A page opened as a file may not be allowed to write to the clipboard.
  const isCopied = await navigator.clipboard?.writeText(block.value).then(
    () => true,
    () => false,
  );
  block.select();
  element('copied').textContent = isCopied ? 'Copied.' : 'Selected: copy it with the keyboard or the menu.';
});
element('start').addEventListener('click', (event) => {
  (event.currentTarget as HTMLButtonElement).disabled = true;
  main().catch((error: unknown) => {
    element('state').textContent = `Stopped: ${error instanceof Error ? error.message : String(error)}`;
    document.body.dataset.done = 'failed';
  });
});
