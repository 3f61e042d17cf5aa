/**
 * Results kept in git: bench/results/<machine>.csv, one value per line, appended to.
 *
 * `load` is that of other programs when the run began; it makes times with several threads too long.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Row } from './table.ts';

const FOLDER = 'bench/results';
const HEADER = 'date,commit,node,load,benchmark,row,measure,value\n';

const loadAtStart = loadavg()[0].toFixed(1);

function machineName(): string {
  const processors = cpus();
  const model = (processors[0]?.model ?? 'unknown').replace(/\((R|TM)\)/gi, '').replace(/CPU|Processor/g, '');
  return `${model} ${processors.length} cores`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-|-$/g, '');
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function quoted(value: string | number): string {
  const text = typeof value === 'number' && !Number.isInteger(value) ? value.toPrecision(5) : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Appends rows; what identifies a row is the text in its first cells, what it measured the numbers behind. */
export function saveResults(benchmark: string, rows: readonly Row[], labels: readonly string[]): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, `${machineName()}.csv`);
  if (!existsSync(file)) appendFileSync(file, HEADER);
  const head = [new Date().toISOString().slice(0, 16), commit(), process.version, loadAtStart, benchmark];
  const lines = rows.flatMap((row) => {
    const label = labels.map((name) => row[name]).join(', ');
    return Object.entries(row)
      .filter(([name, value]) => !labels.includes(name) && value !== undefined && value !== '')
      .map(([name, value]) => `${[...head, label, name, value as string | number].map(quoted).join(',')}\n`);
  });
  appendFileSync(file, lines.join(''));
  console.log(`\nsaved: ${file}`);
}
