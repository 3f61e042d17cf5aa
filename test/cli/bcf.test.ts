/** `clash --bcf` and `--read-bcf`: what is written is valid and says what JSON says; what comes back gets into the baseline. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readBcf } from '../../src/report/bcf/read-bcf.ts';
import { child, parseXml, point, unzip, type XmlElement } from '../support/bcf-reader.ts';
import { EXTENSIONS, faultsOf, MARKUP, VERSION, VISINFO } from '../support/bcf-schemas.ts';
import { useCommandLine } from './command-line.ts';
import { ASSEMBLY, box, write } from './files.ts';

const cli = useCommandLine();
const versions = ['2.1', '3.0'] as const;

interface Topic {
  readonly guid: string;
  readonly topic: XmlElement;
  readonly markup: XmlElement;
  readonly files: ReadonlyMap<string, Buffer>;
}

function topicsOf(name: string): Topic[] {
  const files = unzip(readFileSync(join(cli.folder, name)));
  return [...files.keys()]
    .filter((path) => path.endsWith('/markup.bcf'))
    .map((path) => {
      const guid = path.split('/')[0];
      const markup = parseXml(files.get(path)!.toString('utf8'));
      const own = [...files]
        .filter(([other]) => other.startsWith(`${guid}/`))
        .map(([other, data]) => [other.slice(37), data]);
      return { guid, topic: child(markup, 'Topic'), markup, files: new Map(own as [string, Buffer][]) };
    });
}

async function clash(...words: string[]) {
  const { code, stdout, stderr } = await cli.run(['clash', ...words, '--json']);
  return { code, stderr, report: JSON.parse(stdout) };
}

beforeAll(() => {
  write(cli.folder, 'assembly.obj', ASSEMBLY);
});

describe.each(versions)('BCF %s', (version) => {
  const name = `out-${version}.bcf`;
  let report: { clashes: { id: string; kind: string; depth: { least: number } | null; point: number[] }[] };
  beforeAll(async () => {
    const done = await clash('assembly.obj', '--bcf', name, '--bcf-version', version, '--unit', 'mm', '--touching');
    expect(done.code).toBe(1);
    report = done.report;
  });

  it('is valid against the schemas', () => {
    const files = unzip(readFileSync(join(cli.folder, name)));
    const xml = (path: string) => parseXml(files.get(path)!.toString('utf8'));
    expect(faultsOf(xml('bcf.version'), VERSION)).toEqual([]);
    expect(xml('bcf.version').attributes.VersionId).toBe(version);
    if (version === '3.0') expect(faultsOf(xml('extensions.xml'), EXTENSIONS)).toEqual([]);
    for (const path of files.keys()) {
      if (path.endsWith('.bcf')) expect(faultsOf(xml(path), MARKUP[version])).toEqual([]);
      if (path.endsWith('.bcfv')) expect(faultsOf(xml(path), VISINFO[version])).toEqual([]);
    }
  });

  it('has a topic for each clash, in the same order, with what JSON says of it', () => {
    const topics = topicsOf(name).sort(
      (p, q) => Number(child(p.topic, 'Index').text) - Number(child(q.topic, 'Index').text),
    );
    expect(topics.map(({ topic }) => /Clash id: (\S+)/.exec(child(topic, 'Description').text)![1])).toEqual(
      report.clashes.map(({ id }) => id),
    );
    for (const [i, { topic, guid }] of topics.entries()) {
      const { kind, depth } = report.clashes[i];
      expect(topic.attributes).toMatchObject({ Guid: guid, TopicType: 'Clash', TopicStatus: 'Open' });
      expect(child(topic, 'Title').text.toLowerCase()).toContain(kind);
      const told = /Depth: (\S+) mm to (\S+) mm/.exec(child(topic, 'Description').text);
      expect(told === null).toBe(depth === null);
      if (depth) expect(Math.abs(Number(told![1]) - depth.least)).toBeLessThan(1e-5 * depth.least);
    }
  });

  it('has cameras that look at the clash in metres, and a section through it', () => {
    for (const { topic, files } of topicsOf(name)) {
      const id = /Clash id: (\S+)/.exec(child(topic, 'Description').text)![1];
      const known = report.clashes.find((found) => found.id === id)!;
      for (const path of ['viewpoint.bcfv', 'section.bcfv']) {
        const info = parseXml(files.get(path)!.toString('utf8'));
        const camera = child(info, 'PerspectiveCamera');
        const [eye, forward, up] = ['CameraViewPoint', 'CameraDirection', 'CameraUpVector'].map((at) =>
          point(child(camera, at)),
        );
        const dot = (p: number[], q: number[]) => p.reduce((sum, value, k) => sum + value * q[k], 0);
        expect(Math.hypot(...forward)).toBeCloseTo(1, 9);
        expect(dot(forward, up)).toBeCloseTo(0, 9);
        const there = known.point.map((value, k) => value / 1000 - eye[k]);
        // The clash is within the field of view, 45° high and wider than that.
        expect(dot(there, forward) / Math.hypot(...there)).toBeGreaterThan(Math.cos((35 * Math.PI) / 180));
        const planes = info.children.filter((element) => element.name === 'ClippingPlanes');
        expect(planes).toHaveLength(path === 'section.bcfv' ? 1 : 0);
        if (planes.length === 0) continue;
        const plane = child(planes[0], 'ClippingPlane');
        const [location, direction] = [point(child(plane, 'Location')), point(child(plane, 'Direction'))];
        // What is cut away lies towards the eye.
        expect(
          dot(
            direction,
            eye.map((value, k) => value - location[k]),
          ),
        ).toBeGreaterThan(0);
      }
      expect([...files.get('snapshot.png')!.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
    }
  });

  it('has the same GUIDs in the next run and when parts come in another order', async () => {
    write(cli.folder, 'turned.obj', [box('far', [20, 20, 20]), ASSEMBLY.replace(/o far[\s\S]*/, '')].join(''));
    await clash('turned.obj', '--bcf', 'turned.bcf', '--bcf-version', version, '--pictures', '0', '--touching');
    const guids = (path: string) =>
      topicsOf(path)
        .map(({ guid }) => guid)
        .sort();
    expect(guids('turned.bcf')).toEqual(guids(name));
    expect(topicsOf('turned.bcf').every(({ files }) => !files.has('snapshot.png'))).toBe(true);
  });

  it('brings statuses and comments back into the baseline', async () => {
    const bytes = unzip(readFileSync(join(cli.folder, name)));
    const [first, second] = report.clashes;
    const changed: Record<string, Uint8Array> = {};
    for (const [path, data] of bytes) {
      let text = data.toString('utf8');
      const remark = `<Comment Guid="11111111-2222-4333-8444-555555555555"><Date>2031-01-02T03:04:05Z</Date><Author>anna@example.org</Author><Comment>pressed in &amp; glued</Comment></Comment>`;
      if (path.endsWith('.bcf') && text.includes(first.id)) {
        text = text.replace('TopicStatus="Open"', 'TopicStatus="Approved"');
        text =
          version === '2.1'
            ? text.replace('</Topic>', `</Topic>${remark}`)
            : text.replace('<Viewpoints>', `<Comments>${remark}</Comments><Viewpoints>`);
      }
      if (path.endsWith('.bcf') && text.includes(second.id))
        text = text.replace('TopicStatus="Open"', 'TopicStatus="Closed"');
      changed[path] = path.endsWith('.bcf') ? strToU8(text) : data;
    }
    write(cli.folder, 'back.bcf', zipSync(changed));
    rmSync(join(cli.folder, 'accepted.json'), { force: true });
    const read = await clash('assembly.obj', '--unit', 'mm', '--baseline', 'accepted.json', '--read-bcf', 'back.bcf');
    expect(read.stderr).toContain('2 decisions taken over');
    expect(read.code).toBe(0);
    const { clashes } = JSON.parse(readFileSync(join(cli.folder, 'accepted.json'), 'utf8'));
    const of = (id: string) => clashes.find((entry: { id: string }) => entry.id === id).decision;
    expect(of(first.id)).toMatchObject({ state: 'approved', comment: 'anna@example.org: pressed in & glued' });
    expect(of(first.id).date).toBe('2031-01-02T03:04:05.000Z');
    expect(of(second.id).state).toBe('resolved');
    // The decisions go out again, and reading them back changes nothing.
    await clash(
      'assembly.obj',
      '--unit',
      'mm',
      '--baseline',
      'accepted.json',
      '--bcf',
      'again.bcf',
      '--touching',
      '--bcf-version',
      version,
      '--pictures',
      '0',
    );
    const statuses = topicsOf('again.bcf').map(({ topic }) => topic.attributes.TopicStatus);
    expect(statuses.sort()).toEqual(['Approved', 'Resolved']);
    const before = readFileSync(join(cli.folder, 'accepted.json'), 'utf8');
    const again = await clash('assembly.obj', '--unit', 'mm', '--baseline', 'accepted.json', '--read-bcf', 'again.bcf');
    expect(again.stderr).toContain('0 decisions taken over');
    expect(readFileSync(join(cli.folder, 'accepted.json'), 'utf8')).toBe(before);
  });
});

describe('components', () => {
  it('have the IFC GUID where the file says one, and what we call them where not', async () => {
    const gltf = (guids: string[]) => {
      const corners = [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4];
      const data = Buffer.concat([
        Buffer.from(Float32Array.from(corners).buffer),
        Buffer.from(Float32Array.from(corners.map((value) => value + 1)).buffer),
        Buffer.from(Uint16Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2).buffer),
      ]);
      return JSON.stringify({
        asset: { version: '2.0' },
        scene: 0,
        scenes: [{ nodes: [0, 1] }],
        nodes: [0, 1].map((mesh) => ({
          name: `part ${mesh}`,
          mesh,
          ...(guids[mesh] && { extras: { GlobalId: guids[mesh] } }),
        })),
        meshes: [0, 1].map((i) => ({ primitives: [{ attributes: { POSITION: i }, indices: 2 }] })),
        accessors: [0, 1]
          .map(
            (i) =>
              ({
                bufferView: 0,
                byteOffset: 48 * i,
                componentType: 5126,
                count: 4,
                type: 'VEC3',
                min: [i, i, i],
                max: [4 + i, 4 + i, 4 + i],
              }) as object,
          )
          .concat({ bufferView: 0, byteOffset: 96, componentType: 5123, count: 12, type: 'SCALAR' }),
        bufferViews: [{ buffer: 0, byteLength: data.length }],
        buffers: [{ byteLength: data.length, uri: `data:application/octet-stream;base64,${data.toString('base64')}` }],
      });
    };
    write(cli.folder, 'guids.gltf', gltf(['3zR0BOEcLADRKln4HYporH']));
    await clash('guids.gltf', '--bcf', 'guids.bcf', '--pictures', '0');
    const [{ files }] = topicsOf('guids.bcf');
    const selection = child(child(parseXml(files.get('viewpoint.bcfv')!.toString()), 'Components'), 'Selection');
    expect(selection.children[0].attributes.IfcGuid).toBe('3zR0BOEcLADRKln4HYporH');
    expect(child(selection.children[1], 'AuthoringToolId').text).toBe('part 1');
  });
});

describe('bad input', () => {
  const read = (bytes: Uint8Array) => {
    writeFileSync(join(cli.folder, 'bad.bcf'), bytes);
    rmSync(join(cli.folder, 'bad.json'), { force: true });
    return cli.run(['clash', 'assembly.obj', '--baseline', 'bad.json', '--read-bcf', 'bad.bcf', '--json']);
  };
  const topic = (markup: string) =>
    zipSync({ 'bcf.version': strToU8('<Version VersionId="2.1"/>'), 'a/markup.bcf': strToU8(markup) });

  it.each([
    ['nothing', new Uint8Array(0), 'bad-bcf'],
    ['no zip', strToU8('<Markup/>'), 'bad-bcf'],
    ['cut off', topic('<Markup/>').slice(0, 60), 'bad-bcf'],
    ['another zip', zipSync({ 'a.txt': strToU8('a') }), 'bad-bcf'],
    ['no XML', topic('<Markup><Topic'), 'bad-bcf'],
    ['no GUID', topic('<Markup><Topic><Title>a</Title></Topic></Markup>'), 'bad-bcf'],
    ['entities', topic('<!DOCTYPE a [<!ENTITY b "c">]><Markup><Topic Guid="&b;"/></Markup>'), 'bad-bcf'],
    ['a bomb', topic(`<Markup>${' '.repeat(2 ** 25)}</Markup>`), 'zip-bomb'],
  ])('%s is refused', (_, bytes, code) => {
    expect(() => readBcf(bytes, 'bad.bcf')).toThrow(expect.objectContaining({ code }));
  });

  it('a file that lies about its size is refused, and nothing is written', async () => {
    const bytes = Buffer.from(topic(`<Markup>${'<!-- -->'.repeat(5000)}</Markup>`));
    const entry = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    bytes.writeUInt32LE(100, entry + 24);
    const { code, stdout } = await read(bytes);
    expect([code, JSON.parse(stdout).error.code]).toEqual([2, 'zip-bomb']);
    expect(existsSync(join(cli.folder, 'bad.json'))).toBe(false);
  });

  it('every truncation of a BCF is refused or read, never a crash', () => {
    const bytes = topic('<Markup><Topic Guid="a"/></Markup>');
    for (let length = 0; length < bytes.length; length++) {
      expect(() => readBcf(bytes.subarray(0, length), 'cut.bcf')).toThrow(/bad-bcf|zip-bomb/);
    }
    expect(readBcf(bytes, 'whole.bcf')).toHaveLength(1);
  });

  it('topics of another model are told of and change nothing', async () => {
    const { code, stderr } = await read(
      topic('<Markup><Topic Guid="x" TopicStatus="Closed"><Title>other</Title></Topic></Markup>'),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('1 topic of no clash');
  });

  it.each([
    [['--bcf-version', '3.0'], 'option-alone'],
    [['--read-bcf', 'a.bcf'], 'option-alone'],
    [['--pictures', '3'], 'option-alone'],
    [['--bcf', 'a.bcf', '--bcf-version', '2.0'], 'option-value'],
    [['--bcf', 'a.bcf', '--pictures', '-'], 'option-value'],
    [['--bcf', 'same', '--report', 'same'], 'option-conflict'],
    [['--bcf', 'no/folder/a.bcf'], 'cannot-write'],
    [['--baseline', 'none.json', '--read-bcf', 'nothing.bcf'], 'no-such-file'],
  ])('%j is refused with %s', async (words, code) => {
    const { code: exit, stdout } = await cli.run(['clash', 'assembly.obj', ...words, '--json']);
    expect([exit, JSON.parse(stdout).error.code]).toEqual([2, code]);
    expect(readdirSync(cli.folder).filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('names with markup, quotes, line ends and ten thousand letters stay text', async () => {
    const evil = `<b>"'&amp;]]>\u{1f600}`;
    write(
      cli.folder,
      'evil.obj',
      [box(`${evil} ${'x'.repeat(10_000)}`, [0, 0, 0], 2), box(`${evil}2`, [1, 1, 1], 2)].join(''),
    );
    await clash('evil.obj', '--bcf', 'evil.bcf', '--bcf-version', '3.0');
    const [{ markup, files, topic: found }] = topicsOf('evil.bcf');
    expect(faultsOf(markup, MARKUP['3.0'])).toEqual([]);
    expect(faultsOf(parseXml(files.get('viewpoint.bcfv')!.toString()), VISINFO['3.0'])).toEqual([]);
    expect(child(found, 'Title').text).toContain(`${evil}2`);
    expect(child(found, 'Title').text.length).toBeLessThan(250);
    expect(child(found, 'Description').text).toContain('…');
  });
});
