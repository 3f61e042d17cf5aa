import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayFollow, releasedChangelog, unreleasedNotes } from '../../scripts/release-changelog.mjs';

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
