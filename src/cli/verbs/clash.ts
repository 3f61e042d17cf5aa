/** `collidescope clash`: which objects clash, how deep and where. All objects of all files are in one scene. */
import type { FrameClashes } from '../../report/ask.ts';
import { baselineOf } from '../../report/baseline-match.ts';
import { bcfSentences } from '../../report/bcf/bcf-sentences.ts';
import { listClashes, measureObjects, type ReportClash } from '../../report/clash-list.ts';
import { ClashTracker } from '../../report/clash-tracks.ts';
import { containedIn } from '../../report/contained.ts';
import { clashEvidence, type Evidence, evidenceObjects } from '../../report/excerpt/evidence.ts';
import { nameObjects } from '../../report/object-keys.ts';
import { shapeOf } from '../../report/object-shape.ts';
import type { Report } from '../../report/report.ts';
import { reportModels } from '../../report/report-models.ts';
import type { Arguments } from '../input/arguments.ts';
import { type FoundClashes, fails, failsBy, type Judgement, judgeClashes, readTopics } from '../input/clash-gate.ts';
import { type ClashQuestion, clashQuestion, needsProperties } from '../input/clash-question.ts';
import { type ClashSettings, clashSettings } from '../input/clash-settings.ts';
import { hasLargeFile } from '../input/large-files.ts';
import { writeCsv } from '../output/csv-file.ts';
import { writeOutput } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';
import {
  type Answered,
  diskSource,
  endSearch,
  openFiles,
  openSearch,
  type SearchFiles,
  type SearchSetting,
  type SearchSource,
} from '../search.ts';

/** What was asked, and what an engine said. */
interface Searched extends ClashQuestion, Pick<Answered, 'answer' | 'known'> {
  readonly report: Report;
  readonly tracker: ClashTracker;
}

export async function clash(args: Arguments, terminal: Terminal): Promise<number> {
  // Loaded when it is needed: most scenes fit.
  const tiled = () => import('../shards/tiled.ts');
  if (args.has('tiles')) return (await tiled()).tiledSearch('clash', args, terminal);
  const whole = () => searchClashes(args, terminal);
  return (await hasLargeFile(args.files)) ? (await tiled()).searchOrTile('clash', args, terminal, whole) : whole();
}

/** Settings and files → question → answer → list → report. `source`: where files and answers come from, if not from disk. */
export async function searchClashes(args: Arguments, terminal: Terminal, source?: SearchSource): Promise<number> {
  const settings = clashSettings(args);
  const files = openFiles('clash', args, settings.review);
  try {
    const topics = await readTopics(settings);
    const from = source ?? diskSource(args, terminal, needsProperties(settings));
    const searched = await search(settings, { command: 'clash', args, terminal, source: from, pairs: files.pairs });
    const list = listOf(searched, topics);
    const judgement = await judgeClashes(settings, list);
    const { report } = searched;
    completeReport(report, settings, searched, list, judgement);
    noteJudgement(judgement, terminal);
    await writeFiles(settings, files, searched, list, judgement, terminal);
    return await endSearch(report, args, terminal, settings.view);
  } finally {
    files.close();
  }
}

async function search(settings: ClashSettings, setting: SearchSetting): Promise<Searched> {
  const { args, terminal } = setting;
  const run = await openSearch(setting);
  try {
    const { report } = run;
    const asked = await clashQuestion(args, settings, run.read, terminal);
    Object.assign(report, asked.facts);
    const tracker = new ClashTracker();
    const { answer, known } = await run.answer(asked.question, (frame) => followFrame(tracker, frame, asked));
    run.nameObjects();
    return { ...asked, answer, known, report, tracker };
  } finally {
    run.dispose();
  }
}

function followFrame(tracker: ClashTracker, frame: FrameClashes, { question, strict }: ClashQuestion): void {
  const { clashes, near, positions, time } = frame;
  const measured = measureObjects(question.objects, positions);
  const keys = question.objects.map((_, i) => String(i));
  const known = { keys, formerKeys: keys, idKeys: keys, labels: [], ...measured };
  const found = listClashes(clashes, near, known, strict.choice);
  const centres = measured.shapes.map(({ centre }) => centre);
  tracker.add({ frame: frame.frame, time }, wanted(found, question), centres);
}

const wanted = <T extends { kind: string }>(clashes: T[], { query }: ClashQuestion['question']): T[] =>
  query.contacts === 'penetrating' ? clashes.filter(({ kind }) => kind !== 'touching') : clashes;

function listOf({ question, answer, known, strict, report }: Searched, topics: FoundClashes['topics']): FoundClashes {
  const { objects, movers } = question;
  // In an animation, names come from the first frame, because the worst frame may change.
  const first = () =>
    nameObjects(
      objects,
      objects.map((object) => shapeOf(object, object.mesh.positions)),
    );
  const named = movers.length > 0 ? { ...known, ...first() } : known;
  const found = wanted(listClashes(answer.clashes!, answer.near, named, strict.choice), question);
  const { withinFiles = [], withinAssemblies = [] } = strict;
  return { found, known: named, report, unasked: [...withinFiles, ...withinAssemblies], topics };
}

/** Adds the judged clashes, and returns whether the run fails. */
function completeReport(
  report: Report,
  settings: ClashSettings,
  { files, strict: { applied }, answer, tracker }: Searched,
  { known }: FoundClashes,
  { clashes, gone }: Judgement,
): void {
  report.models = reportModels(files, report.objects);
  report.clashes = [...clashes];
  if (gone) report.gone = gone;
  report.contained = containedIn(clashes);
  if (applied) {
    report.coverage = applied.coverage;
    const countOf = (name: string) => clashes.filter(({ test }) => test === name).length;
    report.tests = applied.tests.map((test) => ({ ...test, clashes: countOf(test.name) }));
  }
  const animation = report.animations?.[0];
  if (animation) animation.tracks = tracker.tracks(known.idKeys, { frame: answer.worstFrame, clashes });
  report.failed = fails(settings, report);
}

/** What was not imported from a BCF file and why, and which ids of the ignore file have no effect. */
function noteJudgement({ bcf, unusedIds }: Judgement, terminal: Terminal): void {
  for (const sentence of bcf ? bcfSentences(bcf) : []) terminal.note(`--read-bcf: ${sentence}`);
  for (const sentence of unusedIds) terminal.note(`--ignore: ${sentence}`);
}

async function writeFiles(
  settings: ClashSettings,
  files: SearchFiles,
  searched: Searched,
  list: FoundClashes,
  { write }: Judgement,
  terminal: Terminal,
): Promise<void> {
  const { csv, junit, view } = settings;
  const { report } = list;
  // Objects are numbered through all files, so without one of them the numbers would change.
  if (!report.unreadable) files.pairs?.commit();
  if (!report.unreadable) await write?.();
  else if (write) terminal.note('the baseline was not written, because a file could not be read.');
  if (csv !== undefined) await writeCsv(csv, report, view);
  if (junit !== undefined) {
    const { junitXml } = await import('../../report/junit.ts');
    const isFailing = (clash: ReportClash) => failsBy(settings, clash, report);
    const { self } = settings;
    await writeOutput(junit, junitXml(report, { fails: isFailing, touching: view.touching === true, self }));
  }
  if (files.review.isWanted) await files.review.write(evidenceOf(settings, searched, list), terminal);
}

function evidenceOf({ view }: ClashSettings, { question, answer, stance }: Searched, list: FoundClashes): Evidence {
  const { report, known } = list;
  const clashes = report.clashes!;
  return {
    report,
    objects: evidenceObjects(question.objects, answer.positions),
    clashes: clashEvidence(clashes, answer.clashes!),
    ...stance,
    listed: view,
    baseline: baselineOf(clashes, known, report.unit),
  };
}
