import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../../src/errors.ts';
import type { FileObject } from '../../src/report/objects.ts';
import { applyRules } from '../../src/report/rules/apply-rules.ts';
import { coverageSentence } from '../../src/report/rules/coverage.ts';
import { type JsonNode, parseJsonLines } from '../../src/report/rules/json-lines.ts';
import { parseRules } from '../../src/report/rules/parse-rules.ts';
import { asksForProperties, type Rules } from '../../src/report/rules/rules.ts';
import { STARTER_NAMES, starterRules } from '../../src/report/rules/starter-sets.ts';

const HEAD = '{\n  "format": "collidescope-rules",\n  "version": 1,\n';
const rules = (body: string): Rules => parseRules(`${HEAD}${body}\n}`, 'rules.json');

function plain(node: JsonNode): unknown {
  if (node.kind === 'value') return node.value;
  if (node.kind === 'array') return node.items.map(plain);
  return Object.fromEntries([...node.fields].map(([name, field]) => [name, plain(field)]));
}

/** Objects in one place, so that every pair can meet. */
function object(name: string, facts: Partial<FileObject> = {}): FileObject {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1);
  const mesh = { positions, indices: Uint32Array.of(0, 1, 2) };
  return { file: 'model.ifc', name, vertices: 3, triangles: 1, mesh, ...facts };
}

/** Closed, y up, turned about the upright axis of the model. */
function turnedBox(low: readonly number[], high: readonly number[], angle: number): FileObject['mesh'] {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const corners = Array.from({ length: 8 }, (_, i) => {
    const [x, y, z] = [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis]);
    return [cosine * x - sine * z, y, sine * x + cosine * z];
  });
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'];
  const indices = quads.flatMap((quad) => [0, 1, 2, 0, 2, 3].map((k) => Number(quad[k])));
  return { positions: Float64Array.from(corners.flat()), indices: Uint32Array.from(indices) };
}

const LENGTHS = { clearance: 0, resolve: ({ given }: { given: string }) => Number.parseFloat(given) };

describe('JSON with lines', () => {
  it('means what JSON means', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 4 }), (text, indent) => {
        const value = JSON.parse(text);
        expect(plain(parseJsonLines(JSON.stringify(value, null, indent)))).toEqual(value);
      }),
    );
  });

  it('knows the line of every value', () => {
    const root = parseJsonLines('{\n"a": 1,\n"b": [\n2,\n{"c":\n"x"}]}');
    expect(JSON.stringify(root, (_, value) => (value instanceof Map ? Object.fromEntries(value) : value))).toBe(
      '{"kind":"object","line":1,"fields":{"a":{"kind":"value","line":2,"value":1},"b":{"kind":"array","line":3,"items":[{"kind":"value","line":4,"value":2},{"kind":"object","line":5,"fields":{"c":{"kind":"value","line":6,"value":"x"}}}]}}}',
    );
  });
});

describe('a rules file', () => {
  it.each([
    ['{', 1, /expected the name of a field/],
    [`${HEAD}"tests": [\n{ "name": "x",, }]}`, 5, /found ",/],
    [`${HEAD}"tests": [], "tests": [] }`, 4, /"tests" is there twice/],
    ['{ "version": 1 }', 1, /no "format"/],
    ['{ "format": "collidescope-rules", "version": 2 }', 1, /"version" is 2; expected 1/],
    [`${HEAD}"test": [] }`, 4, /no field "test"; its fields are .*tests/],
    [`${HEAD}"tests": [\n{ "a": { "name": "x" } }] }`, 5, /a test has no "name"/],
    [`${HEAD}"tests": [\n{ "name": "x",\n"a": { "nam": "x" } }] }`, 6, /no field "nam"; its fields are name, class/],
    [`${HEAD}"tests": [\n{ "name": "x", "a": "pipes" }] }`, 5, /no set "pipes"/],
    [`${HEAD}"sets": {\n"p": { "any": ["q"] },\n"q": { "not": "p" } } }`, 6, /defined by itself/],
    [`${HEAD}"tests": [\n{ "name": "x" },\n{ "name": "x" }] }`, 6, /a test "x" already, in line 5/],
    [`${HEAD}"tests": [\n{ "name": "x", "severity": "bad" }] }`, 5, /one of info, minor, major, critical/],
    [`${HEAD}"tests": [\n{ "name": "x", "tolerance": true }] }`, 5, /expected a length/],
    [`${HEAD}"ignore": [\n{ "reason": "x" }] }`, 5, /would leave everything out/],
    [`${HEAD}"ignore": [\n{ "same": "floor" }] }`, 5, /one of assembly, storey/],
    [`${HEAD}"ignore": [\n{ "host": 1 }] }`, 5, /true or false/],
    [`${HEAD}"tests": [\n{ "name": "x", "a": {} }] }`, 5, /is empty/],
    [`${HEAD}"tests": [\n{ "name": "x", "a": { "class": [] } }] }`, 5, /fits nothing/],
  ])('is refused with the line: %j', (text, line, message) => {
    const parse = () => parseRules(text, 'rules.json');
    expect(parse).toThrow(OptionError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(expect.objectContaining({ code: 'bad-rules', details: { path: 'rules.json', line } }));
  });

  it.each(STARTER_NAMES)('comes with the package: %s', (name) => {
    const starter = starterRules(name)!;
    expect(starter.tests.length).toBeGreaterThan(0);
    for (const clause of [...starter.tests, ...starter.ignore]) expect(clause.reason).toMatch(/\w{3}/);
    expect(starterRules(`${name}s`)).toBeUndefined();
  });

  it('has the fields that the schema lists', () => {
    const schema = JSON.parse(readFileSync(new URL('../../docs/rules.schema.json', import.meta.url), 'utf8'));
    const fieldsOf = (text: string) => {
      try {
        parseRules(text, 'x');
      } catch (error) {
        return /its fields are ([^.]*)/
          .exec((error as Error).message)![1]
          .split(', ')
          .sort();
      }
      throw new Error('expected a refusal');
    };
    const listed = (properties: object) => Object.keys(properties).sort();
    expect(listed(schema.properties)).toEqual(fieldsOf(`${HEAD}"?": 1 }`));
    expect(listed(schema.$defs.test.properties)).toEqual(fieldsOf(`${HEAD}"tests": [{ "?": 1 }] }`));
    expect(listed(schema.$defs.ignore.properties)).toEqual(fieldsOf(`${HEAD}"ignore": [{ "?": 1 }] }`));
    expect(listed(schema.$defs.byDesign.properties)).toEqual(fieldsOf(`${HEAD}"byDesign": [{ "?": 1 }] }`));
    expect(listed(schema.$defs.selector.anyOf[1].properties)).toEqual(fieldsOf(`${HEAD}"sets": { "s": { "?": 1 } } }`));
  });
});

describe('rules applied', () => {
  const objects = [
    object('Pipe 1', { class: 'IfcPipeSegment', storey: 'Level 1', type: 'DN50', layers: ['M-PIPE'] }),
    object('Pipe 2', { class: 'IfcPipeSegment', storey: 'Level 2', type: 'DN50', assembly: 'rack' }),
    object('Beam', { class: 'IfcBeam', storey: 'Level 1', materials: ['Steel'], assembly: 'rack' }),
    object('Wall', { class: 'IfcWall', guid: 'w', properties: { 'Pset_WallCommon.IsExternal': true } }),
    object('Window', { class: 'IfcWindow', host: 'w', guid: 'f' }),
  ];
  const tested = (body: string) => {
    const applied = applyRules(rules(body), objects, LENGTHS);
    const pairs: string[] = [];
    for (let a = 0; a < objects.length; a++) {
      for (let b = a + 1; b < objects.length; b++) {
        const rule = applied.ruleOf(a, b);
        if (rule) pairs.push(`${objects[a].name}-${objects[b].name}${rule.test ? `: ${rule.test}` : ''}`);
      }
    }
    return { ...applied, pairs };
  };

  it.each([
    ['"class": "ifcpipe*"', ['Pipe 1', 'Pipe 2']],
    ['"class": "IfcFlowSegment"', ['Pipe 1', 'Pipe 2']],
    ['"class": "ifcbuiltelement"', ['Beam', 'Wall', 'Window']],
    ['"class": "IfcFlow*"', []],
    ['"storey": ["Level 1", "Roof"]', ['Pipe 1', 'Beam']],
    ['"material": "steel"', ['Beam']],
    ['"layer": "M-*"', ['Pipe 1']],
    ['"type": "DN?0", "name": "*2"', ['Pipe 2']],
    ['"property": { "*.IsExternal": true }', ['Wall']],
    ['"property": { "Pset_WallCommon.IsExternal": false }', []],
    ['"any": [{ "class": "IfcWall" }, { "class": "IfcBeam" }]', ['Beam', 'Wall']],
    ['"not": { "class": ["IfcPipe*", "IfcW*"] }', ['Beam']],
    ['"file": "model.*", "name": "W*"', ['Wall', 'Window']],
  ])('select by %s', (selector, names) => {
    const { tests } = tested(`"tests": [{ "name": "t", "a": { ${selector} } }]`);
    expect(tests[0].a).toBe(names.length);
    const alone = tested(`"tests": [{ "name": "t", "a": { ${selector} }, "b": { "name": "Pipe 1" } }]`);
    const others = names.filter((name) => name !== 'Pipe 1');
    for (const name of others) expect(alone.pairs.join()).toContain(name);
  });

  it('leave out what is ignored, and what no test selects', () => {
    expect(tested('"ignore": [{ "host": true }]').pairs).toHaveLength(9);
    expect(tested('"ignore": [{ "host": true }]').pairs).not.toContain('Wall-Window');
    expect(tested('"ignore": [{ "same": "assembly" }]').pairs).not.toContain('Pipe 2-Beam');
    expect(tested('"ignore": [{ "same": "storey" }]').pairs).not.toContain('Pipe 1-Beam');
    const { pairs, ignored } = tested(
      '"tests": [{ "name": "t", "a": { "class": "IfcPipe*" }, "b": { "class": "IfcBeam" }, "ignore": [{ "same": "assembly" }] }]',
    );
    expect(pairs).toEqual(['Pipe 1-Beam: t']);
    expect(ignored).toHaveLength(9);
  });

  it('are decided by the first test that selects a pair, and say when a test has nothing left', () => {
    const { pairs, notes, tests, ruleOf } = tested(
      '"tests": [\n{ "name": "strict", "a": { "class": "IfcBeam" }, "tolerance": 0 },\n{ "name": "rest", "tolerance": "5" },\n{ "name": "never", "b": { "class": "IfcBeam" }, "tolerance": 9 }]',
    );
    expect(pairs.filter((pair) => pair.endsWith(': strict'))).toHaveLength(4);
    expect(tests.map((test) => test.pairs)).toEqual([4, 6, 0]);
    expect(ruleOf(0, 2)?.tolerance).toBe(0);
    expect(ruleOf(0, 1)?.tolerance).toBe(5);
    expect(notes).toEqual([
      'rules "rules.json", line 7: all 4 pairs of the test "never" are decided by "strict", which come first and ask for something else.',
    ]);
  });

  it('say what no test covers, by class, and what was ignored', () => {
    const { coverage } = tested(
      '"ignore": [{ "same": "assembly" }], "tests": [{ "name": "t", "a": { "class": "IfcPipe*" }, "b": { "class": "IfcBeam" } }]',
    );
    expect(coverage).toEqual({
      objects: 5,
      uncoveredObjects: [
        { classes: ['IfcWall'], count: 1 },
        { classes: ['IfcWindow'], count: 1 },
      ],
      testedPairs: 1,
      ignoredPairs: 1,
      uncoveredPairs: expect.arrayContaining([{ classes: ['IfcPipeSegment', 'IfcWall'], count: 2 }]),
    });
    const pairs = coverage.uncoveredPairs.reduce((sum, { count }) => sum + count, 0);
    expect(coverage.testedPairs + coverage.ignoredPairs + pairs).toBe(10);
    expect(coverageSentence(coverage)).toContain(
      'no test covers 2 of 5 objects (IfcWall 1, IfcWindow 1) and 8 near pairs',
    );
  });

  it('cover every object and pair of a building with the rules that come with the package', () => {
    const { coverage, notes } = applyRules(starterRules('building')!, objects, LENGTHS);
    expect(coverage).toMatchObject({ uncoveredObjects: [], uncoveredPairs: [], ignoredPairs: 1, testedPairs: 9 });
    expect(notes).toEqual([]);
  });

  it('tell what is by design, within its limits of depth and size', () => {
    const body =
      '"byDesign": [{ "host": true, "reason": "host" }, { "a": { "class": "IfcFlowSegment" }, "b": { "class": "IfcWall" }, "depth": 0.03, "size": 2, "reason": "sleeve" }]';
    const { byDesign } = tested(body);
    const bounds = { min: [0, 0, 0], max: [1, 1, 1] };
    const clash = (a: number, b: number, depth: number | null, kind = 'penetrating') =>
      byDesign({ a, b, kind, bounds, depth: depth === null ? null : { most: depth } });
    expect(clash(3, 4, 5)).toBe('host');
    expect(clash(0, 3, 0.03)).toBe('sleeve');
    expect(clash(3, 0, 0.03)).toBe('sleeve');
    expect(clash(0, 3, 0.031)).toBeUndefined();
    expect(clash(0, 3, null)).toBeUndefined();
    expect(clash(0, 3, 0.01, 'contained')).toBeUndefined();
    expect(clash(2, 3, 0.01)).toBeUndefined();
    expect(clash(3, 4, null, 'touching')).toBeUndefined();
    expect(
      applyRules(rules(body.replace('"size": 2', '"size": 0.9')), objects, LENGTHS).byDesign({
        a: 0,
        b: 3,
        kind: 'penetrating',
        bounds,
        depth: { most: 0 },
      }),
    ).toBeUndefined();
  });

  it('know what bears however it is turned in plan, and that a wall that bears no load carries nothing', () => {
    const clause = '{ "a": { "class": "IfcBeam" }, "b": { "class": "IfcWall" }, "bearing": 0.1, "reason": "bears" }';
    for (const angle of [0, 0.1, Math.PI / 6, Math.PI / 4, 1.2, 2.5]) {
      const bar = (name: string, low: number[], high: number[], facts = {}) =>
        object(name, { class: name, mesh: turnedBox(low, high, angle), ...facts });
      const told = (beam: readonly [number[], number[]], facts = {}) => {
        const all = [bar('IfcWall', [0, 0, 0], [0.3, 3, 8], facts), bar('IfcBeam', ...beam)];
        const { byDesign } = applyRules(rules(`"byDesign": [${clause}]`), all, LENGTHS);
        // Where both are, as a box along the axes of the model.
        const low = beam[0].map((value, axis) => Math.max(value, [0, 0, 0][axis]));
        const high = beam[1].map((value, axis) => Math.min(value, [0.3, 3, 8][axis]));
        const { positions } = turnedBox(low, high, angle);
        const along = (axis: number) => Array.from(positions).filter((_, i) => i % 3 === axis);
        const bounds = {
          min: [0, 1, 2].map((axis) => Math.min(...along(axis))),
          max: [0, 1, 2].map((axis) => Math.max(...along(axis))),
        };
        return byDesign({ a: 1, b: 0, kind: 'penetrating', depth: { most: 0.1 }, bounds });
      };
      const ends = [
        [0.1, 2, 4],
        [5, 2.3, 4.2],
      ] as const;
      expect(told([[...ends[0]], [...ends[1]]]), `at ${angle}`).toBe('bears');
      expect(told([[...ends[0]], [...ends[1]]], { properties: { 'Pset_WallCommon.LoadBearing': true } })).toBe('bears');
      expect(
        told([[...ends[0]], [...ends[1]]], { properties: { 'Pset_WallCommon.LoadBearing': false } }),
      ).toBeUndefined();
      // Too little of it; through and beyond; along in the wall.
      expect(
        told([
          [0.25, 2, 4],
          [5, 2.3, 4.2],
        ]),
      ).toBeUndefined();
      expect(
        told([
          [-1, 2, 4],
          [5, 2.3, 4.2],
        ]),
      ).toBeUndefined();
      expect(
        told([
          [0.1, 2, 1],
          [0.2, 2.3, 7],
        ]),
      ).toBeUndefined();
    }
  });

  it('know a beam that bears in a wall from one that runs along in it, dips into it or crosses it', () => {
    const bar = (name: string, low: number[], high: number[]) =>
      object(name, { class: name, box: { min: low, max: high } });
    // y is up; the wall is 0.3 thick along x, the beam 5 long along x.
    const all = [
      bar('IfcWall', [0, 0, 0], [0.3, 3, 8]),
      bar('IfcBeam', [0.1, 2, 4], [5, 2.3, 4.2]),
      bar('IfcColumn', [2, 2.1, 4], [2.3, 3, 4.2]),
    ];
    const { byDesign } = applyRules(
      rules(
        '"byDesign": [{ "a": { "class": "IfcBeam" }, "b": { "not": { "class": "IfcBeam" } }, "bearing": 0.1, "reason": "bears" }]',
      ),
      all,
      LENGTHS,
    );
    const clash = (b: number, min: number[], max: number[]) =>
      byDesign({ a: 1, b, kind: 'penetrating', depth: { most: 0.1 }, bounds: { min, max } });
    expect(clash(0, [0.1, 2, 4], [0.3, 2.3, 4.2])).toBe('bears');
    // Less than is asked for.
    expect(clash(0, [0.1, 2, 4], [0.19, 2.3, 4.2])).toBeUndefined();
    // Not at its end; and along all of it.
    expect(clash(0, [0.12, 2, 4], [0.3, 2.3, 4.2])).toBeUndefined();
    expect(clash(0, [0.1, 2, 4], [5, 2.3, 4.2])).toBeUndefined();
    // Nothing below it carries it.
    expect(clash(2, [0.1, 2.1, 4], [0.3, 2.3, 4.2])).toBeUndefined();
  });

  it.each([
    ['{ "host": true }', 'has no "reason"'],
    ['{ "reason": "x" }', 'would call everything intended'],
    ['{ "host": true, "size": 1, "reason": "x" }', 'expected both "a" and "b"'],
    ['{ "host": true, "depth": [], "reason": "x" }', 'expected a length'],
    ['{ "host": true, "bearing": 1, "reason": "x" }', 'expected both "a" and "b"'],
    ['{ "fit": "tight", "reason": "x" }', '"fit" is "tight"; expected one of press, thread, coaxial'],
  ])('refuse %s as by design', (clause, why) => {
    expect(() => rules(`"byDesign": [${clause}]`)).toThrow(why);
  });

  it('say which class IFC does not have, once, with the line', () => {
    const { notes } = tested(
      '"sets": {\n"pipes": { "class": ["IfcPipeSegmnt", "IfcWall"] } },\n"tests": [{ "name": "t", "a": "pipes" }, { "name": "u", "b": "pipes" }]',
    );
    expect(notes.filter((note) => note.includes('IFC has no'))).toEqual([
      'rules "rules.json", line 5: IFC has no element of the class "IfcPipeSegmnt".',
    ]);
  });

  it('say which selector fits nothing', () => {
    const { notes } = tested('"sets": {\n"doors": { "class": "IfcDoor" } },\n"tests": [{ "name": "t", "a": "doors" }]');
    expect(notes).toEqual(['rules "rules.json", line 5: "a" of the test "t" (the set "doors") fits no object.']);
  });

  it('ask for properties only when a selector does, or when it must be known what bears loads', () => {
    expect(
      asksForProperties(rules('"tests": [{ "name": "t", "a": { "any": [{ "not": { "property": { "*": 1 } } }] } }]')),
    ).toBe(true);
    expect(asksForProperties(starterRules('building')!)).toBe(true);
    expect(asksForProperties(starterRules('mechanical')!)).toBe(false);
  });
});
