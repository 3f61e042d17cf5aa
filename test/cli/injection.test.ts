/** Names in files can hold anything. What leaves the program must not act on a terminal, in Markdown or in HTML. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { csvText } from '../../src/cli/output/csv-file.ts';
import { Terminal } from '../../src/cli/output/terminal.ts';
import { markdownText } from '../../src/cli/output/text-table.ts';
import { emptyReport } from '../../src/report/report.ts';
import { plainJson } from '../../src/report/text.ts';
import { jsonBytes, triangleJson } from '../support/gltf-files.ts';
import { useCommandLine } from './command-line.ts';
import { box, movingTriangles, write } from './files.ts';

const ESCAPE = '\x1b[31m\x1b]0;title\x07\x9b2J\u202edrow\r';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const HTML = '<img src=x onerror=alert(1)> [a](https://evil.example) www.evil.example **b** `c` | d &lt;e';

class Stream {
  text = '';
  readonly columns = 80;
  constructor(readonly isTTY: boolean) {}
  write(text: string): void {
    this.text += text;
  }
}

describe('a terminal', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([true, false])('gets no control characters but its own colours (a terminal: %s)', (isTTY) => {
    const [stdout, stderr] = [new Stream(isTTY), new Stream(isTTY)];
    const terminal = new Terminal({ stdout, stderr, env: {} });
    terminal.print(`${terminal.paint('red', `a ${ESCAPE}`)}\n\tb ${ESCAPE}\n`);
    terminal.note(ESCAPE);
    terminal.error(`${ESCAPE}\nmore`);
    const late = performance.now() + 1000;
    vi.spyOn(performance, 'now').mockReturnValue(late);
    terminal.progress(`reading ${ESCAPE}`, 0.5);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours and the bar of the terminal itself.
    const own = /\x1b\[(?:[0-9]+m|K)|\r(?=\x1b\[K)/g;
    expect(stdout.text.match(own) ?? []).toEqual(isTTY ? ['\x1b[31m', '\x1b[0m'] : []);
    expect(stdout.text.replace(own, '')).not.toMatch(CONTROLS);
    expect(stderr.text.replace(own, '')).not.toMatch(CONTROLS);
    expect(stdout.text).toContain('\n\tb ');
    expect(stderr.text.split('\n').filter((line) => line.includes('error')).length).toBe(1);
  });

  it('gets JSON that means the same and acts on nothing', () => {
    const document = { name: `${ESCAPE}\u{e0041}\u2028"\\`, list: [1, null] };
    const text = plainJson(document);
    expect(text).not.toMatch(CONTROLS);
    expect(JSON.parse(text)).toEqual(document);
  });
});

describe('Markdown', () => {
  it('shows names as they stand', () => {
    expect(markdownText('<b>|[x](y)')).toBe('\\<b\\>\\|\\[x\\](y)');
    expect(markdownText('https://a www.b')).toBe('https\\://a www\\.b');
    expect(markdownText('a plain name, 1:2 (3.4 mm)')).toBe('a plain name, 1:2 (3.4 mm)');
  });
});

describe('the command line', () => {
  const cli = useCommandLine();

  function animated(name: string): string {
    const json = JSON.parse(movingTriangles());
    json.animations[0].name = name;
    for (const [i, node] of json.nodes.entries()) node.name = `${name} ${i}`;
    return JSON.stringify(json);
  }

  it('prints no HTML, links or tables from names in Markdown', async () => {
    write(cli.folder, 'animated.gltf', animated(HTML));
    const { stdout } = await cli.run(['clash', 'animated.gltf', '--markdown', '--frames', 'all']);
    expect(stdout).toContain('Animation "\\<img src=x onerror=alert(1)\\>');
    expect(stdout).not.toMatch(/(?<!\\)[<>`|](?! |$|-)(?<!^\|)/m);
    expect(stdout).not.toMatch(/(?<!\\)\[|https:\/\/|www\.evil/);
  });

  it('prints no control characters from names, in any form of output', async () => {
    write(cli.folder, 'animated.gltf', animated(ESCAPE));
    for (const form of [[], ['--markdown'], ['--json']]) {
      const { stdout } = await cli.run(['clash', 'animated.gltf', '--frames', 'all', ...form]);
      expect(stdout, form[0]).not.toMatch(CONTROLS);
      expect(stdout, form[0]).toContain('title');
      if (form[0] === '--json') expect(JSON.parse(stdout).objects[0].name).toBe(`${ESCAPE} 0`);
    }
  });

  it('prints no control characters and no lines of their own from names in errors', async () => {
    const json = triangleJson();
    json.buffers[0].uri = `${ESCAPE}\nerror: forged`;
    write(cli.folder, 'bad.gltf', jsonBytes(json));
    write(
      cli.folder,
      'extension.gltf',
      jsonBytes({ ...triangleJson(), extensionsRequired: [`${ESCAPE}\nerror: forged`] }),
    );
    write(cli.folder, 'word.obj', `v 1 ${ESCAPE} 0\n`);
    const named = `${ESCAPE}\nerror: forged.obj`;
    for (const file of ['bad.gltf', 'extension.gltf', 'word.obj', named]) {
      const { code, stderr } = await cli.run(['check', file]);
      expect([file, code]).toEqual([file, 2]);
      expect(stderr).not.toMatch(CONTROLS);
      expect(stderr.match(/^error:/gm)).toHaveLength(1);
    }
    expect((await cli.run(['check', 'ok.obj', `--${ESCAPE}`])).stderr).not.toMatch(CONTROLS);
  });

  it('leaves plain names alone', async () => {
    write(cli.folder, 'plain.obj', box('Über-Teil (1) #2', [0, 0, 0]));
    expect((await cli.run(['clash', 'plain.obj', '--self'])).stdout).toContain('Über-Teil (1) #2');
  });
});

describe('a table for other programs', () => {
  const NAMES = [
    ESCAPE,
    '=2+2',
    ' +1',
    '@SUM(A1)',
    '＝1',
    'A;=2+2',
    'a|=1',
    'x"y',
    'p,q',
    'two\nlines',
    '\u202egnp.exe',
    '\u{e0041}',
  ];
  const reportOf = (names: readonly string[]) => {
    const objects = names.map((name) => ({
      file: 'm.obj',
      name,
      label: name,
      vertices: 8,
      triangles: 12,
      degenerate: 0,
    }));
    const clashes = names.map((_, i) => ({
      id: `id${i}`,
      kind: 'penetrating' as const,
      a: i,
      b: 0,
      pairs: 1,
      depth: { least: 1, most: 1, basis: 'solid' },
      distance: null,
      point: [-1, 2, 3],
      normal: null,
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    }));
    return { ...emptyReport('clash'), objects, clashes };
  };

  it('has no control characters, no formulas and no cells that names make', () => {
    const report = reportOf(NAMES);
    const text = csvText(report, report.clashes).replace(/^\ufeff/, '');
    expect(text.replaceAll('\r\n', '')).not.toMatch(CONTROLS);
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(NAMES.length);
    for (const separator of [',', ';', '|', '\t']) {
      for (const [i, line] of lines.entries()) {
        const cells = cellsOf(line, separator);
        if (separator === ',') expect(cells, NAMES[i]).toHaveLength(head.split(',').length);
        else expect(cells, NAMES[i]).toHaveLength(1);
        for (const cell of cells) expect(cell, NAMES[i]).not.toMatch(/^\s*[=+@＝＋＠]/);
      }
    }
  });

  it('leaves plain names alone', () => {
    const report = reportOf(['Über-Teil (1) #2', "it's"]);
    expect(csvText(report, report.clashes)).toContain(',Über-Teil (1) #2,0,Über-Teil (1) #2,');
    expect(csvText(report, report.clashes)).toContain(",it's,");
  });
});

/** Cells of a line, quotes taken off, as a program reads them that has this separator. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
