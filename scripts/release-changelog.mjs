/** The changelog, the version of a release and where the docs name it, as functions on text. */

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

/** The heading of a version that is written down and not published yet. */
const pending = (version) => `## [${version}] – unreleased`;

/** What stands under a heading; undefined without it. */
function notesUnder(changelog, heading) {
  const start = changelog.indexOf(`${heading}\n`);
  if (start < 0) return undefined;
  const rest = changelog.slice(start + heading.length);
  const end = rest.search(/\n## \[/);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** What stands under "Unreleased", without its heading. */
export function unreleasedNotes(changelog) {
  const notes = notesUnder(changelog, UNRELEASED);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}"`);
  return notes;
}

/** The notes of a release: those of its own section, if that waits to be published, else the unreleased ones. */
export function releaseNotes(changelog, version) {
  return notesUnder(changelog, pending(version)) ?? unreleasedNotes(changelog);
}

/** What keeps a version from being released, of its number and its notes; `current` is the one in package.json. */
export function versionProblems(changelog, current, version) {
  const isPending = notesUnder(changelog, pending(version)) !== undefined;
  const found = [];
  if (isPending ? current !== version : !mayFollow(current, version))
    found.push(isPending ? `package.json has version ${current}` : `${version} does not come after ${current}`);
  if (releaseNotes(changelog, version) === '') found.push(`CHANGELOG.md has no notes for ${version}`);
  if (isPending && unreleasedNotes(changelog) !== '')
    found.push(`CHANGELOG.md has notes under "Unreleased" beside those of ${version}; move them there`);
  return found;
}

/** Lines of the docs that name the version that is current. */
const NAMED_IN = {
  'docs/batch.md': /(?<=image: collidescope:)[\w.-]+/,
  'docs/command-line.md': /(?<=^ {2}"version": ")[^"]+/m,
  'docs/github-action.md': /(?<=uses: \S+\/collidescope@v)[\w.-]+/,
};

/** A page of the docs with another version in it, for each page that names one. */
export function docsWithVersion(read, version) {
  return Object.entries(NAMED_IN).map(([file, pattern]) => {
    const text = read(file);
    if (!pattern.test(text)) throw new Error(`${file} names no version; see NAMED_IN of scripts/release-changelog.mjs`);
    return { file, text: text.replace(pattern, version) };
  });
}

/** The changelog with the date of a section that waits, or with the unreleased notes under the new version and an empty "Unreleased". */
export function releasedChangelog(changelog, version, date) {
  if (changelog.includes(`${pending(version)}\n`))
    return changelog.replace(pending(version), `## [${version}] – ${date}`);
  if (unreleasedNotes(changelog) === '') throw new Error('CHANGELOG.md has nothing under "Unreleased"');
  if (changelog.includes(`## [${version}]`)) throw new Error(`CHANGELOG.md has a section ${version} already`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] – ${date}`);
}
