/**
 * Clashes as JUnit XML, which CI systems show as tests: a suite for each test of the rules, a case for each clash, failed where the run
 * fails by it. A suite without clashes has one case, which passes, so that it is seen to have run. What fails a run without being a clash
 * has suites of its own: objects that meet themselves, and motion between frames.
 *
 * Source: the schemas of the Jenkins xUnit plugin (`junit-4.xsd` to `junit-10.xsd`), which the other systems' readers follow.
 */
import { leaf, node, xmlDocument, xmlText } from './bcf/xml.ts';
import type { ReportClash } from './clash-list.ts';
import { pointText, whereText } from './clash-place.ts';
import { measureText } from './depth-text.ts';
import { elementText } from './elements.ts';
import { listedClashes } from './listed.ts';
import { failsBetweenFrames, passedImpacts, type Report, unprovenSteps } from './report.ts';
import { counted, plainText } from './text.ts';

export interface JunitOptions {
  /** Whether the run fails by a clash. */
  readonly fails: (clash: ReportClash) => boolean;
  readonly touching?: boolean;
  /** Whether the run fails by pairs within an object. */
  readonly self?: boolean;
  /** @defaultValue now */
  readonly date?: Date;
}

const NAME = 'collidescope';
const WHOLE = 'clashes';

function caseOf(report: Report, clash: ReportClash, suite: string, isFailed: boolean): string {
  const { id, kind, a, b, byDesign } = clash;
  const names = [a, b].map((object) => elementText(report.objects[object])).join(' and ');
  const measure = measureText(clash, report.unit);
  const message = `${kind}${measure ? ` ${measure}` : ''}: ${names}`;
  const where = plainText(whereText(report, clash));
  const text = [message, where, `at ${pointText(report, clash.point, ', ')}`, `clash ${id}`].filter(Boolean).join('\n');
  const failure = isFailed
    ? `<failure message="${xmlText(message)}" type="${kind}">${xmlText(text)}</failure>`
    : undefined;
  // As text: older schemas know no message of what is skipped, and all readers take either.
  const skipped = byDesign === undefined ? undefined : leaf('skipped', `by design: ${plainText(byDesign)}`);
  return node(
    'testcase',
    { name: `${id} ${names}`, classname: `${NAME}.${suite}`, time: '0' },
    failure ?? skipped ?? leaf('system-out', text),
  );
}

function failedCase(suite: string, name: string, message: string): string {
  const failure = `<failure message="${xmlText(message)}" type="${suite}"/>`;
  return node('testcase', { name, classname: `${NAME}.${suite}`, time: '0' }, failure);
}

function selfCases({ objects }: Report): string[] {
  return objects.flatMap((object) => {
    const count = object.selfPairs ?? 0;
    const name = elementText(object);
    return count > 0 ? [failedCase('self', name, `${counted(count, 'triangle pair')} within ${name}`)] : [];
  });
}

function framesCases(report: Report): string[] {
  if (!failsBetweenFrames(report)) return [];
  const impacts = counted(passedImpacts(report), 'impact');
  const steps = counted(unprovenSteps(report), 'step');
  return [failedCase('frames', 'between frames', `${impacts}, ${steps} not proven`)];
}

interface Suite {
  readonly text: string;
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

function suiteOf(name: string, cases: readonly string[], stamp: string, time: string): Suite {
  const count = (element: string) => cases.filter((text) => new RegExp(`<${element}[ >]`).test(text)).length;
  const [failures, errors, skipped] = ['failure', 'error', 'skipped'].map(count);
  const shown =
    cases.length > 0 ? cases : [node('testcase', { name: 'no clashes', classname: `${NAME}.${name}`, time: '0' })];
  const attributes = { name, tests: shown.length, failures, errors, skipped, time, timestamp: stamp };
  return { text: node('testsuite', attributes, ...shown), tests: shown.length, failures, errors };
}

export function junitXml(
  report: Report,
  { fails, touching = false, self = false, date = new Date() }: JunitOptions,
): string {
  const stamp = date.toISOString().slice(0, 19);
  const time = ((report.milliseconds.read + report.milliseconds.query) / 1000).toFixed(3);
  const listed = listedClashes(report, { byDesign: true, touching });
  const names = report.tests?.map((test) => plainText(test.name)) ?? [WHOLE];
  const suiteName = ({ test }: ReportClash) => (test === undefined ? names[0] : plainText(test));
  const suites = names.map((name, i) => {
    const own = listed.filter((clash) => suiteName(clash) === name);
    const cases = own.map((clash) => caseOf(report, clash, name, fails(clash)));
    return suiteOf(name, cases, stamp, i === 0 ? time : '0');
  });
  const beyond = { self: self ? selfCases(report) : [], frames: framesCases(report) };
  for (const [name, cases] of Object.entries(beyond)) {
    if (cases.length > 0) suites.push(suiteOf(name, cases, stamp, '0'));
  }
  const unread = (report.unreadable ?? []).map(({ file, code, message }) =>
    node(
      'testcase',
      { name: plainText(file), classname: `${NAME}.files`, time: '0' },
      `<error message="${xmlText(plainText(message))}" type="${xmlText(code)}"/>`,
    ),
  );
  if (unread.length > 0) suites.push(suiteOf('files', unread, stamp, '0'));
  const sum = (field: 'tests' | 'failures' | 'errors') => suites.reduce((total, suite) => total + suite[field], 0);
  const totals = {
    name: `${NAME} ${report.command}`,
    tests: sum('tests'),
    failures: sum('failures'),
    errors: sum('errors'),
    time,
  };
  return xmlDocument(node('testsuites', totals, ...suites.map(({ text }) => text)));
}
