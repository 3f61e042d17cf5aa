/**
 * What an IFC file says about its elements besides their shape: names, storey, type, system, layers, materials, the wall that a
 * window belongs to, the assembly that a beam is part of, and properties.
 *
 * Relations are read once, each into a map from element to what it is related to.
 */
import type { PartFacts } from '../cad-job.ts';
import { type IfcLines, type Line, plainOf, referenceOf, referencesOf, textOf } from './ifc-api.ts';

export interface ElementFacts extends PartFacts {
  readonly name: string | undefined;
  readonly guid: string | undefined;
  /** Names of what it is in, the topmost first. */
  readonly path: readonly string[];
}

/** A chain of containers longer than this is a cycle in a damaged file. */
const DEPTH_MOST = 64;
/** Attributes that lead from a set of materials to the materials in it. */
const TO_MATERIALS = [
  'ForLayerSet',
  'MaterialLayers',
  'ForProfileSet',
  'MaterialProfiles',
  'MaterialConstituents',
  'Materials',
  'Material',
];
const SPATIAL =
  /^Ifc(Project|Site|Building|BuildingStorey|Space|SpatialZone|Facility|FacilityPart\w*|Bridge\w*|Road\w*|Railway\w*|MarineFacility|MarinePart)$/;

const SYSTEM = /^Ifc(System|DistributionSystem|DistributionCircuit|ElectricalCircuit|BuildingSystem|BuiltSystem)$/;

export class IfcFacts {
  readonly #lines: IfcLines;
  readonly #withProperties: boolean;
  /** What an element is in or a part of. */
  readonly #parents = new Map<number, number>();
  readonly #types = new Map<number, number>();
  readonly #hosts = new Map<number, number>();
  readonly #materials = new Map<number, number>();
  readonly #layers = new Map<number, string[]>();
  readonly #systems = new Map<number, number>();
  readonly #propertySets = new Map<number, number[]>();
  readonly #materialNames = new Map<number, readonly string[]>();
  readonly #known = new Map<number, Line | undefined>();

  constructor(lines: IfcLines, withProperties: boolean) {
    this.#lines = lines;
    this.#withProperties = withProperties;
    this.#relate('IFCRELAGGREGATES', 'RelatedObjects', 'RelatingObject', this.#parents);
    this.#relate('IFCRELNESTS', 'RelatedObjects', 'RelatingObject', this.#parents);
    this.#relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', 'RelatedElements', 'RelatingStructure', this.#parents);
    this.#relate('IFCRELDEFINESBYTYPE', 'RelatedObjects', 'RelatingType', this.#types);
    this.#relate('IFCRELASSOCIATESMATERIAL', 'RelatedObjects', 'RelatingMaterial', this.#materials);
    this.#readHosts();
    this.#readSystems();
    this.#readLayers();
    if (withProperties) this.#readPropertySets();
  }

  #relate(relation: string, many: string, one: string, into: Map<number, number>): void {
    for (const line of this.#lines.linesOf(relation)) {
      const target = referenceOf(line, one);
      if (target === undefined) continue;
      for (const source of referencesOf(line, many)) if (!into.has(source)) into.set(source, target);
    }
  }

  #readHosts(): void {
    const hostOfOpening = new Map<number, number>();
    for (const line of this.#lines.linesOf('IFCRELVOIDSELEMENT')) {
      const [opening, host] = [
        referenceOf(line, 'RelatedOpeningElement'),
        referenceOf(line, 'RelatingBuildingElement'),
      ];
      if (opening !== undefined && host !== undefined) hostOfOpening.set(opening, host);
    }
    for (const line of this.#lines.linesOf('IFCRELFILLSELEMENT')) {
      const filling = referenceOf(line, 'RelatedBuildingElement');
      const host = hostOfOpening.get(referenceOf(line, 'RelatingOpeningElement') ?? -1);
      if (filling !== undefined && host !== undefined) this.#hosts.set(filling, host);
    }
  }

  /** Of all groups only systems: zones, inventories and loads are groups as well. */
  #readSystems(): void {
    for (const line of this.#lines.linesOf('IFCRELASSIGNSTOGROUP')) {
      const group = referenceOf(line, 'RelatingGroup');
      if (group === undefined || !SYSTEM.test(this.#lines.classOf(group))) continue;
      for (const element of referencesOf(line, 'RelatedObjects')) {
        if (!this.#systems.has(element)) this.#systems.set(element, group);
      }
    }
  }

  #readLayers(): void {
    for (const relation of ['IFCPRESENTATIONLAYERASSIGNMENT', 'IFCPRESENTATIONLAYERWITHSTYLE']) {
      for (const line of this.#lines.linesOf(relation)) {
        const name = textOf(line, 'Name');
        if (name === undefined) continue;
        for (const item of referencesOf(line, 'AssignedItems')) {
          this.#layers.set(item, [...(this.#layers.get(item) ?? []), name]);
        }
      }
    }
  }

  #readPropertySets(): void {
    for (const line of this.#lines.linesOf('IFCRELDEFINESBYPROPERTIES')) {
      const set = referenceOf(line, 'RelatingPropertyDefinition');
      if (set === undefined) continue;
      for (const element of referencesOf(line, 'RelatedObjects')) {
        this.#propertySets.set(element, [...(this.#propertySets.get(element) ?? []), set]);
      }
    }
  }

  /** Lines that many elements refer to are read once. */
  #line(id: number | undefined): Line | undefined {
    if (id === undefined) return undefined;
    if (!this.#known.has(id)) this.#known.set(id, this.#lines.line(id));
    return this.#known.get(id);
  }

  of(element: number): ElementFacts {
    const line = this.#lines.line(element);
    const above = this.#above(element);
    const storey = above.find((id) => this.#lines.classOf(id) === 'IfcBuildingStorey');
    const assembly = above.find((id) => !SPATIAL.test(this.#lines.classOf(id)));
    const type = textOf(this.#line(this.#types.get(element)), 'Name') ?? textOf(line, 'ObjectType');
    const storeyName = textOf(this.#line(storey), 'Name') ?? textOf(this.#line(storey), 'LongName');
    const system = [element, ...above].map((id) => this.#systems.get(id)).find((id) => id !== undefined);
    const systemName = textOf(this.#line(system), 'Name') ?? textOf(this.#line(system), 'LongName');
    const host = textOf(this.#line(this.#hosts.get(element)), 'GlobalId');
    const assemblyGuid = textOf(this.#line(assembly), 'GlobalId');
    const layers = this.#layers.size > 0 ? this.#layersOf(line) : [];
    const materials = this.#materialsOf(element);
    return {
      name: textOf(line, 'Name'),
      guid: textOf(line, 'GlobalId'),
      path: above.flatMap((id) => textOf(this.#line(id), 'Name') ?? []).reverse(),
      class: this.#lines.classOf(element),
      ...(type !== undefined && { type }),
      ...(storeyName !== undefined && { storey: storeyName }),
      ...(systemName !== undefined && { system: systemName }),
      ...(host !== undefined && { host }),
      ...(assemblyGuid !== undefined && { assembly: assemblyGuid }),
      ...(layers.length > 0 && { layers }),
      ...(materials.length > 0 && { materials }),
      ...(this.#withProperties && { properties: this.#propertiesOf(element) }),
    };
  }

  /** Its containers, innermost first. */
  #above(element: number): number[] {
    const above: number[] = [];
    let at = this.#parents.get(element) ?? this.#parents.get(this.#hosts.get(element) ?? -1);
    while (at !== undefined && above.length < DEPTH_MOST && !above.includes(at)) {
      above.push(at);
      at = this.#parents.get(at);
    }
    return above;
  }

  #layersOf(line: Line | undefined): string[] {
    const shape = this.#lines.line(referenceOf(line, 'Representation'));
    const representations = referencesOf(shape, 'Representations');
    const found = representations.flatMap((id) => {
      const items = referencesOf(this.#line(id), 'Items');
      return [id, ...items, ...items.flatMap((item) => this.#mappedItems(item))];
    });
    return [...new Set(found.flatMap((id) => this.#layers.get(id) ?? []))];
  }

  /** A shape shared by several elements has its layer at its definition. */
  #mappedItems(item: number): number[] {
    const source = this.#line(referenceOf(this.#line(item), 'MappingSource'));
    const mapped = referenceOf(source, 'MappedRepresentation');
    return mapped === undefined ? [] : [mapped, ...referencesOf(this.#line(mapped), 'Items')];
  }

  #materialsOf(element: number): readonly string[] {
    const root = this.#materials.get(element) ?? this.#materials.get(this.#types.get(element) ?? -1);
    if (root === undefined) return [];
    const known = this.#materialNames.get(root);
    if (known) return known;
    const names = new Set<string>();
    const seen = new Set<number>();
    const visit = (id: number) => {
      if (seen.has(id)) return;
      seen.add(id);
      const line = this.#line(id);
      if (this.#lines.classOf(id) === 'IfcMaterial') {
        const name = textOf(line, 'Name');
        if (name !== undefined) names.add(name);
        return;
      }
      for (const attribute of TO_MATERIALS) {
        for (const next of [referenceOf(line, attribute) ?? [], referencesOf(line, attribute)].flat()) visit(next);
      }
    };
    visit(root);
    const found = [...names];
    this.#materialNames.set(root, found);
    return found;
  }

  /** Properties of the element, which override those of its type. */
  #propertiesOf(element: number): Record<string, string | number | boolean> {
    const found: Record<string, string | number | boolean> = {};
    const ofType = referencesOf(this.#line(this.#types.get(element)), 'HasPropertySets');
    for (const id of [...ofType, ...(this.#propertySets.get(element) ?? [])]) {
      const set = this.#line(id);
      const setName = textOf(set, 'Name') ?? '';
      for (const property of referencesOf(set, 'HasProperties')) {
        const line = this.#line(property);
        const value = plainOf(line, 'NominalValue');
        const name = textOf(line, 'Name');
        if (name !== undefined && value !== undefined) found[`${setName}.${name}`] = value;
      }
    }
    return found;
  }
}
