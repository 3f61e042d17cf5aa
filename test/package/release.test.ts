import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeholders, readProject, staleFiles } from '../../scripts/project-links.mjs';
import {
  docsWithVersion,
  mayFollow,
  releasedChangelog,
  releaseNotes,
  unreleasedNotes,
  versionProblems,
} from '../../scripts/release-changelog.mjs';

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] – 2026-01-01\n\n- Old.\n';

describe('a release', () => {
  it.each([
    ['0.1.0', '0.1.1', true],
    ['0.1.9', '0.1.10', true],
    ['0.9.9', '1.0.0', true],
    ['0.2.0-beta.2', '0.2.0-beta.10', true],
    ['0.2.0-beta.2', '0.2.0', true],
    ['0.2.0', '0.2.0-beta.3', false],
    ['0.1.0', '0.1.0', false],
    ['0.1.1', '0.1.0', false],
    ['0.1.0', 'v0.2.0', false],
    ['0.1.0', '0.2', false],
  ])('%s → %s: %s', (current, next, allowed) => expect(mayFollow(current, next)).toBe(allowed));

  it('never goes in a circle', () => {
    const part = fc.nat(20);
    const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));
    fc.assert(fc.property(version, version, (a, b) => mayFollow(a, b) !== mayFollow(b, a) || a === b));
  });

  it('moves the unreleased notes under its version and leaves an empty section', () => {
    const text = releasedChangelog(CHANGELOG, '0.2.0', '2026-02-03');
    expect(unreleasedNotes(text)).toBe('');
    expect(text).toContain('## [Unreleased]\n\n## [0.2.0] – 2026-02-03\n\n### Added\n\n- A thing.\n\n## [0.1.0]');
  });

  it('is refused without notes, and when its section is there', () => {
    const empty = releasedChangelog(CHANGELOG, '0.2.0', '2026-02-03');
    expect(() => releasedChangelog(empty, '0.3.0', '2026-02-04')).toThrow('nothing under "Unreleased"');
    expect(() => releasedChangelog(CHANGELOG, '0.1.0', '2026-02-04')).toThrow('already');
    expect(() => unreleasedNotes('# Changelog\n')).toThrow('no line');
  });
});

describe('a version that is written down and waits to be published', () => {
  const waiting = CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [0.2.0] – unreleased\n');
  const root = join(import.meta.dirname, '../..');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');

  it('gets its date', () => {
    expect(releaseNotes(waiting, '0.2.0')).toBe('### Added\n\n- A thing.');
    expect(releasedChangelog(waiting, '0.2.0', '2026-02-03')).toBe(releasedChangelog(CHANGELOG, '0.2.0', '2026-02-03'));
  });

  it('is ready when package.json has it and nothing is left over', () => {
    expect(versionProblems(waiting, '0.2.0', '0.2.0')).toEqual([]);
    expect(versionProblems(CHANGELOG, '0.1.0', '0.2.0')).toEqual([]);
    expect(versionProblems(waiting, '0.1.0', '0.2.0')).toEqual(['package.json has version 0.1.0']);
    expect(versionProblems(CHANGELOG, '0.2.0', '0.2.0')).toEqual(['0.2.0 does not come after 0.2.0']);
    const late = waiting.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Late.\n');
    expect(versionProblems(late, '0.2.0', '0.2.0')).toEqual([expect.stringContaining('move them there')]);
    const empty = releasedChangelog(CHANGELOG, '0.2.0', '2026-02-03');
    expect(versionProblems(empty, '0.2.0', '0.3.0')).toEqual(['CHANGELOG.md has no notes for 0.3.0']);
  });

  it('is the one that this repository says it has, wherever it is named', () => {
    const { version } = JSON.parse(read('package.json'));
    const { version: locked, packages } = JSON.parse(read('package-lock.json'));
    expect([locked, packages[''].version]).toEqual([version, version]);
    for (const { file, text } of docsWithVersion(read, version))
      expect([file, text === read(file)]).toEqual([file, true]);
    expect(read('CHANGELOG.md')).toContain(`## [${version}] – `);
    expect(() => docsWithVersion(() => 'nothing', version)).toThrow('names no version');
  });
});

describe('the owner, the repository and the site', () => {
  const root = join(import.meta.dirname, '../..');
  const NAMED = [
    'package.json',
    'README.md',
    'SECURITY.md',
    '.github/ISSUE_TEMPLATE/config.yml',
    'docs/github-action.md',
  ];
  const ours = {
    owner: 'somebody',
    repository: 'https://github.com/somebody/collidescope',
    site: 'https://collidescope.example/',
  };

  it('are those of project.json wherever they are named', () => {
    expect(staleFiles(readProject())).toEqual([]);
  });

  it('are named nowhere else', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    const texts = files.filter(
      (file) => /\.(md|json|ya?ml|[cm]?[jt]s|vue|html)$/.test(file) && !/^(test|scripts)\//.test(file),
    );
    const { owner } = readProject();
    const naming = texts.filter((file) =>
      new RegExp(`\\b${owner}[/.][^\\n]*collidescope`).test(readFileSync(join(root, file), 'utf8')),
    );
    expect(texts.length).toBeGreaterThan(500);
    expect(naming.sort()).toEqual(['project.json', ...NAMED].sort());
  });

  it('are placeholders until somebody publishes, which a release refuses', () => {
    expect(placeholders({ ...ours, owner: 'OWNER', site: 'https://OWNER.github.io/x/' })).toEqual(['owner', 'site']);
    expect(placeholders(ours)).toEqual([]);
  });

  it('are replaced everywhere at once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'collidescope-links-'));
    try {
      for (const file of NAMED) cpSync(join(root, file), join(folder, file), { recursive: true });
      expect(staleFiles(ours, { folder, write: true }).sort()).toEqual([...NAMED].sort());
      expect(staleFiles(ours, { folder })).toEqual([]);
      const texts = NAMED.map((file) => readFileSync(join(folder, file), 'utf8'));
      expect(texts.filter((text) => /\bOWNER\b/.test(text))).toEqual([]);
      const { homepage, bugs, repository } = JSON.parse(texts[0]);
      expect([homepage, bugs, repository.url]).toEqual([
        ours.site,
        'https://github.com/somebody/collidescope/issues',
        'git+https://github.com/somebody/collidescope.git',
      ]);
      writeFileSync(join(folder, 'SECURITY.md'), 'no link');
      expect(() => staleFiles(ours, { folder })).toThrow(/SECURITY\.md: nothing matches/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
