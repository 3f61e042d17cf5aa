/** The help texts, generated from the tables of verbs, options and file formats. */
import { formatTitlesWithEndings } from '../io/formats.ts';
import type { OptionSpec } from './input/offer.ts';
import { VERBS, type Verb } from './verb-table.ts';

/** Column at which the description of an option begins. */
const TEXT_COLUMN = 31;

const COLUMNS_MOST = 80;

/** Lines of whole words. */
function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    if (lines[last].length + 1 + word.length <= COLUMNS_MOST) lines[last] += lines[last] === '' ? word : ` ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}

function optionLine({ name, value, text, default: fallback }: OptionSpec): string {
  const left = `  --${name}${value ? ` <${value}>` : ''}`;
  return `${left.padEnd(TEXT_COLUMN)}${text}${fallback ? ` [${fallback}]` : ''}`;
}

/** Shown when only the program's name was typed: answers the three questions most people have. */
export function firstHelp(): string {
  return [
    'no verb was given. Begin with one of these:',
    '',
    '  collidescope check part.stl          does it intersect itself?',
    '  collidescope clash a.glb b.obj       which parts clash, how deep and where?',
    '  collidescope motion arm.glb          does it move freely, or where does it jam?',
    '  collidescope studio model.glb        look at it in the browser',
    '  collidescope help                    everything else',
    '',
    ...wrapped(`Your files: ${formatTitlesWithEndings()}.`),
  ].join('\n');
}

/** What `collidescope help` prints. */
export function generalHelp(): string {
  const listed = [...VERBS, { name: 'help', takes: '[<verb>]', summary: 'options and examples of one verb' }];
  const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const nameWidth = width(listed.map(({ name }) => name));
  const takesWidth = width(listed.map(({ takes }) => takes));
  const verbs = listed.map(
    ({ name, takes, summary }) => `  collidescope ${name.padEnd(nameWidth)} ${takes.padEnd(takesWidth)}  ${summary}`,
  );
  return [
    'collidescope — find collisions and self-collisions of triangle meshes',
    '',
    ...verbs,
    '  collidescope --version',
    '',
    ...wrapped(`Files: ${formatTitlesWithEndings()}, also gzipped (.gz).`),
    'Exit: 0 nothing found · 1 something found · 2 bad input · 3 engine not available',
    'Example: collidescope clash body.glb jacket.obj --merge --json',
    '',
  ].join('\n');
}

/** What `collidescope help <verb>` prints. */
export function verbHelp(verb: Verb): string {
  return [
    `collidescope ${verb.name} ${verb.takes} [options]`,
    '',
    ...verb.about,
    '',
    ...verb.options.map(optionLine),
    '',
    verb.exit,
    'Examples:',
    ...verb.examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}
