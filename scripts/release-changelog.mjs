/** The changelog and the version of a release, as functions on text. */

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/;
const UNRELEASED = '## [Unreleased]';

/** Whether `next` may follow `current`: well formed and greater. A pre-release comes before its release. */
export function mayFollow(current, next) {
  const [a, b] = [VERSION.exec(current), VERSION.exec(next)];
  if (!a || !b) return false;
  for (const i of [1, 2, 3]) if (Number(a[i]) !== Number(b[i])) return Number(b[i]) > Number(a[i]);
  if (a[4] === undefined) return false;
  return b[4] === undefined || a[4].localeCompare(b[4], 'en', { numeric: true }) < 0;
}

/** What stands under "Unreleased", without its heading. */
export function unreleasedNotes(changelog) {
  const start = changelog.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}"`);
  const rest = changelog.slice(start + UNRELEASED.length);
  const end = rest.search(/\n## \[/);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** The changelog with the unreleased notes under the new version, and an empty "Unreleased" above them. */
export function releasedChangelog(changelog, version, date) {
  if (unreleasedNotes(changelog) === '') throw new Error('CHANGELOG.md has nothing under "Unreleased"');
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section ${version} already`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] – ${date}`);
}
