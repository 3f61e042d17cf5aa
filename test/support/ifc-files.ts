/** Writes small IFC files: boxes as elements, with whatever else a test wants to find again. */

export interface IfcBox {
  readonly id: string;
  readonly name?: string;
  /** As in `IFCWALL`. */
  readonly class?: string;
  readonly at: readonly [number, number, number];
  readonly size: readonly [number, number, number];
  /** Name of its storey. */
  readonly storey?: string;
  readonly type?: string;
  /** Name of the system that it belongs to. */
  readonly system?: string;
  readonly material?: string;
  readonly layer?: string;
  /** Of the element that it fills an opening of; the opening is as large as itself. */
  readonly fills?: string;
  /** Of an assembly that it is a part of. */
  readonly assembly?: string;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface IfcChoice {
  readonly schema?: 'IFC2X3' | 'IFC4' | 'IFC4X3_ADD2';
  /** As the file writes it; none for a file without units. */
  readonly unit?: 'METRE' | 'MILLIMETRE' | 'none';
  /** Eastings, northings, height, and the direction of the x axis; in IFC 2x3 as property sets of the building. */
  readonly map?: readonly [number, number, number, number, number];
  /** Of storeys, by name; 0 where nothing is said, none where it is null. */
  readonly elevations?: Readonly<Record<string, number | null>>;
  /** Grid lines along y and along x, by name and where they are. */
  readonly grid?: { readonly x: Readonly<Record<string, number>>; readonly y: Readonly<Record<string, number>> };
}

/** 22 characters, as GlobalIds have. */
export function globalId(name: string): string {
  return name.padEnd(22, '0').slice(0, 22);
}

class Writer {
  readonly lines: string[] = [];

  add(text: string): string {
    this.lines.push(`#${this.lines.length + 1}=${text};`);
    return `#${this.lines.length}`;
  }
}

const point = (w: Writer, p: readonly number[]) => w.add(`IFCCARTESIANPOINT((${p.map(real).join(',')}))`);
const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
const text = (value: string | undefined) => (value === undefined ? '$' : `'${value}'`);

function placement(w: Writer, at: readonly number[], within = '$'): string {
  return w.add(`IFCLOCALPLACEMENT(${within},${w.add(`IFCAXIS2PLACEMENT3D(${point(w, at)},$,$)`)})`);
}

function shape(w: Writer, context: string, [x, y, z]: readonly number[], layer?: string): string {
  const middle = w.add(`IFCAXIS2PLACEMENT2D(${point(w, [x / 2, y / 2])},$)`);
  const profile = w.add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${middle},${real(x)},${real(y)})`);
  const origin = w.add(`IFCAXIS2PLACEMENT3D(${point(w, [0, 0, 0])},$,$)`);
  const up = w.add('IFCDIRECTION((0.,0.,1.))');
  const solid = w.add(`IFCEXTRUDEDAREASOLID(${profile},${origin},${up},${real(z)})`);
  const body = w.add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${solid}))`);
  if (layer) w.add(`IFCPRESENTATIONLAYERASSIGNMENT('${layer}',$,(${body}),$)`);
  return w.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`);
}

function header(schema: string): string {
  return `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');\nFILE_NAME('t.ifc','2026-01-01T00:00:00',(''),(''),'','','');\nFILE_SCHEMA(('${schema}'));\nENDSEC;\nDATA;\n`;
}

/** Attributes behind the representation; versions differ in how many there are. */
function tail(name: string, isOld: boolean): string {
  if (name === 'IFCSPACE') return '$,.ELEMENT.,.INTERNAL.,$';
  if (name === 'IFCWINDOW' || name === 'IFCDOOR') return isOld ? '$,$,$' : '$,$,$,$,$,$';
  if (name === 'IFCBUILDINGELEMENTPROXY' || name === 'IFCCOVERING') return '$,$';
  return isOld ? '$' : '$,$';
}

function addGrid(w: Writer, root: string, { x, y }: NonNullable<IfcChoice['grid']>): void {
  const axis = (name: string, ends: readonly (readonly number[])[]) => {
    const line = w.add(`IFCPOLYLINE((${ends.map((end) => point(w, end)).join(',')}))`);
    return w.add(`IFCGRIDAXIS('${name}',${line},.T.)`);
  };
  const along = Object.entries(x).map(([name, at]) => axis(name, [[at, 0], [at, 10]])); // biome-ignore format: points
  const across = Object.entries(y).map(([name, at]) => axis(name, [[0, at], [10, at]])); // biome-ignore format: points
  w.add(`IFCGRID('${globalId('grid')}',$,'Grid',$,$,${root},$,(${along.join(',')}),(${across.join(',')}),$,$)`);
}

export function ifcText(boxes: readonly IfcBox[], choice: IfcChoice = {}): string {
  const { schema = 'IFC4', unit = 'METRE', map, elevations = {}, grid } = choice;
  const w = new Writer();
  const isOld = schema === 'IFC2X3';
  const prefix = unit === 'MILLIMETRE' ? '.MILLI.' : '$';
  const length = w.add(`IFCSIUNIT(*,.LENGTHUNIT.,${prefix},.METRE.)`);
  const units = unit === 'none' ? '$' : w.add(`IFCUNITASSIGNMENT((${length}))`);
  const world = w.add(`IFCAXIS2PLACEMENT3D(${point(w, [0, 0, 0])},$,$)`);
  const context = w.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${world},$)`);
  const project = w.add(`IFCPROJECT('${globalId('project')}',$,'Project',$,$,$,$,(${context}),${units})`);
  if (map && !isOld) {
    const crs = w.add(`IFCPROJECTEDCRS('EPSG:32760',$,$,$,$,$,$)`);
    w.add(`IFCMAPCONVERSION(${context},${crs},${map.map(real).join(',')},1.)`);
  }
  const root = placement(w, [0, 0, 0]);
  const building = w.add(`IFCBUILDING('${globalId('building')}',$,'Building',$,$,${root},$,$,.ELEMENT.,$,$,$)`);
  w.add(`IFCRELAGGREGATES('${globalId('rel-project')}',$,$,$,${project},(${building}))`);
  if (map && isOld) {
    const property = (name: string, value: string) => w.add(`IFCPROPERTYSINGLEVALUE('${name}',$,${value},$)`);
    const addSet = (name: string, properties: readonly string[]) => {
      const set = w.add(`IFCPROPERTYSET('${globalId(name)}',$,'${name}',$,(${properties.join(',')}))`);
      w.add(`IFCRELDEFINESBYPROPERTIES('${globalId(`r-${name}`)}',$,$,$,(${building}),${set})`);
    };
    const names = ['Eastings', 'Northings', 'OrthogonalHeight', 'XAxisAbscissa', 'XAxisOrdinate'];
    const values = map.map((value, i) => `${i < 3 ? 'IFCLENGTHMEASURE' : 'IFCREAL'}(${real(value)})`);
    addSet(
      'ePset_MapConversion',
      names.map((name, i) => property(name, values[i])),
    );
    addSet('ePset_ProjectedCRS', [
      property('Name', "IFCLABEL('EPSG:32760')"),
      property('MapUnit', "IFCIDENTIFIER('METRE')"),
    ]);
  }
  const storeys = new Map<string, string[]>();
  const numbers = new Map<string, string>();
  const assemblies = new Map<string, string[]>();
  const systems = new Map<string, string[]>();
  if (grid) addGrid(w, root, grid);
  for (const box of boxes) {
    const name = box.class ?? 'IFCBUILDINGELEMENTPROXY';
    const place = placement(w, box.at, root);
    const product = shape(w, context, box.size, box.layer);
    const isSpace = name === 'IFCSPACE';
    const behind = tail(name, isOld);
    const element = w.add(`${name}('${globalId(box.id)}',$,${text(box.name)},$,$,${place},${product},${behind})`);
    numbers.set(box.id, element);
    const storey = box.storey ?? 'Ground floor';
    if (isSpace) w.add(`IFCRELAGGREGATES('${globalId(`in-${box.id}`)}',$,$,$,${building},(${element}))`);
    else if (box.assembly) assemblies.set(box.assembly, [...(assemblies.get(box.assembly) ?? []), element]);
    else storeys.set(storey, [...(storeys.get(storey) ?? []), element]);
    if (box.system) systems.set(box.system, [...(systems.get(box.system) ?? []), element]);
    if (box.material) {
      const material = w.add(isOld ? `IFCMATERIAL('${box.material}')` : `IFCMATERIAL('${box.material}',$,$)`);
      w.add(`IFCRELASSOCIATESMATERIAL('${globalId(`m-${box.id}`)}',$,$,$,(${element}),${material})`);
    }
    if (box.type) {
      const type = w.add(
        `IFCBUILDINGELEMENTPROXYTYPE('${globalId(`t-${box.id}`)}',$,'${box.type}',$,$,$,$,$,$,.NOTDEFINED.)`,
      );
      w.add(`IFCRELDEFINESBYTYPE('${globalId(`rt-${box.id}`)}',$,$,$,(${element}),${type})`);
    }
    if (box.properties) {
      const values = Object.entries(box.properties).map(([property, value]) =>
        w.add(`IFCPROPERTYSINGLEVALUE('${property}',$,IFCLABEL('${value}'),$)`),
      );
      const set = w.add(`IFCPROPERTYSET('${globalId(`ps-${box.id}`)}',$,'Pset_Test',$,(${values.join(',')}))`);
      w.add(`IFCRELDEFINESBYPROPERTIES('${globalId(`rp-${box.id}`)}',$,$,$,(${element}),${set})`);
    }
    if (box.fills) {
      const hole = shape(w, context, box.size);
      const opening = w.add(
        `IFCOPENINGELEMENT('${globalId(`o-${box.id}`)}',$,$,$,$,${placement(w, box.at, root)},${hole},$${isOld ? '' : ',.OPENING.'})`,
      );
      w.add(`IFCRELVOIDSELEMENT('${globalId(`v-${box.id}`)}',$,$,$,${numbers.get(box.fills)},${opening})`);
      w.add(`IFCRELFILLSELEMENT('${globalId(`f-${box.id}`)}',$,$,$,${opening},${element})`);
    }
  }
  for (const [name, members] of assemblies) {
    const place = placement(w, [0, 0, 0], root);
    const assembly = w.add(`IFCELEMENTASSEMBLY('${globalId(name)}',$,'${name}',$,$,${place},$,$,$,.NOTDEFINED.)`);
    w.add(`IFCRELAGGREGATES('${globalId(`ra-${name}`)}',$,$,$,${assembly},(${members.join(',')}))`);
    storeys.set('Ground floor', [...(storeys.get('Ground floor') ?? []), assembly]);
  }
  for (const [name, members] of systems) {
    const system = w.add(`IFCSYSTEM('${globalId(`sys-${name}`)}',$,'${name}',$,$)`);
    w.add(`IFCRELASSIGNSTOGROUP('${globalId(`rs-${name}`)}',$,$,$,(${members.join(',')}),$,${system})`);
  }
  const levels: string[] = [];
  for (const [name, members] of storeys) {
    const height = elevations[name] === null ? '$' : real(elevations[name] ?? 0);
    const place = elevations[name] === null ? '$' : root;
    const storey = w.add(
      `IFCBUILDINGSTOREY('${globalId(`s-${name}`)}',$,'${name}',$,$,${place},$,$,.ELEMENT.,${height})`,
    );
    w.add(`IFCRELCONTAINEDINSPATIALSTRUCTURE('${globalId(`c-${name}`)}',$,$,$,(${members.join(',')}),${storey})`);
    levels.push(storey);
  }
  if (levels.length > 0) {
    w.add(`IFCRELAGGREGATES('${globalId('rel-building')}',$,$,$,${building},(${levels.join(',')}))`);
  }
  return `${header(schema)}${w.lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}

/** An IFC file with one face set of triangles, each corner counted from 1. */
export function ifcFaceSet(points: readonly (readonly number[])[], faces: readonly (readonly number[])[]): string {
  const w = new Writer();
  const length = w.add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)');
  const units = w.add(`IFCUNITASSIGNMENT((${length}))`);
  const world = w.add(`IFCAXIS2PLACEMENT3D(${point(w, [0, 0, 0])},$,$)`);
  const context = w.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${world},$)`);
  w.add(`IFCPROJECT('${globalId('project')}',$,'Project',$,$,$,$,(${context}),${units})`);
  const list = w.add(`IFCCARTESIANPOINTLIST3D((${points.map((p) => `(${p.map(real).join(',')})`).join(',')}))`);
  const corners = faces.map((face) => `(${face.join(',')})`).join(',');
  const set = w.add(`IFCTRIANGULATEDFACESET(${list},$,$,(${corners}),$)`);
  const body = w.add(`IFCSHAPEREPRESENTATION(${context},'Body','Tessellation',(${set}))`);
  const product = w.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`);
  w.add(`IFCBUILDINGELEMENTPROXY('${globalId('sheet')}',$,$,$,$,${placement(w, [0, 0, 0])},${product},$,$)`);
  return `${header('IFC4')}${w.lines.join('\n')}\nENDSEC;\nEND-ISO-10303-21;\n`;
}
