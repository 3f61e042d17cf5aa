/**
 * Which trade an element belongs to: by its class; where classes leave it open, by what else is in its file.
 *
 * A wall is the architect's in a file with doors and furniture, and the engineer's in one with footings and reinforcement. The general
 * classes of IFC 2x3 (IfcFlowSegment) are those of whichever services the file has, by classes, systems and names.
 */
import type { PartFacts } from '../io/cad/cad-job.ts';
import { classAndAncestors } from './rules/ifc-classes.ts';

export const DISCIPLINES = [
  ...(['architecture', 'structure', 'ventilation', 'plumbing', 'electrical', 'services', 'site', 'other'] as const),
];
export type Discipline = (typeof DISCIPLINES)[number];

/** Colours that are distinguishable on white and on black, in the order of the disciplines. */
export const DISCIPLINE_COLOURS: Readonly<Record<Discipline, string>> = {
  architecture: '#7a8797',
  structure: '#b5622e',
  ventilation: '#2f8fb3',
  plumbing: '#3f63c6',
  electrical: '#c79a12',
  services: '#7b57b2',
  site: '#4f8a45',
  other: '#8a8a8a',
};

/** Unambiguous classes, each including its subclasses; the first match counts. */
const BY_CLASS: readonly (readonly [Discipline, readonly string[]])[] = [
  [
    'electrical',
    [
      ...['Outlet', 'SwitchingDevice', 'LightFixture', 'Lamp', 'CableSegment', 'CableFitting', 'CableCarrierSegment'],
      ...['CableCarrierFitting', 'ElectricDistributionBoard', 'DistributionBoard', 'ElectricDistributionPoint'],
      ...['JunctionBox', 'ProtectiveDevice', 'ElectricAppliance', 'ElectricGenerator', 'ElectricMotor', 'Transformer'],
      ...['CommunicationsAppliance', 'AudioVisualAppliance', 'ElectricTimeControl', 'SolarDevice', 'Alarm', 'Sensor'],
      ...['ElectricalElement', 'ElectricFlowStorageDevice', 'MotorConnection', 'MobileTelecommunicationsAppliance'],
    ],
  ],
  [
    'ventilation',
    [
      ...[
        'DuctSegment',
        'DuctFitting',
        'DuctSilencer',
        'AirTerminal',
        'AirTerminalBox',
        'AirToAirHeatRecovery',
        'Damper',
      ],
      ...['Fan', 'Filter', 'Humidifier', 'Coil', 'Chiller', 'CoolingTower', 'UnitaryEquipment', 'EvaporativeCooler'],
      ...['CooledBeam', 'Compressor', 'Condenser', 'Evaporator'],
    ],
  ],
  [
    'plumbing',
    [
      ...[
        'PipeSegment',
        'PipeFitting',
        'SanitaryTerminal',
        'WasteTerminal',
        'FireSuppressionTerminal',
        'Pump',
        'Valve',
      ],
      ...['Tank', 'Interceptor', 'StackTerminal', 'Boiler', 'SpaceHeater', 'HeatExchanger', 'FlowMeter', 'Burner'],
    ],
  ],
  ['services', ['DistributionElement', 'EquipmentElement']],
  [
    'structure',
    [
      ...['Beam', 'Column', 'Footing', 'DeepFoundation', 'Pile', 'ReinforcingElement', 'Member', 'Plate', 'Bearing'],
      ...['StructuralItem', 'MechanicalFastener', 'Fastener'],
    ],
  ],
  [
    'architecture',
    [
      ...[
        'Door',
        'Window',
        'CurtainWall',
        'FurnishingElement',
        'Covering',
        'Railing',
        'Space',
        'ShadingDevice',
        'Chimney',
      ],
      ...['TransportElement', 'TransportationDevice'],
    ],
  ],
  [
    'site',
    ['GeographicElement', 'GeotechnicalElement', 'CivilElement', 'Pavement', 'Kerb', 'Course', 'EarthworksElement'],
  ],
];

/** Words of systems and names, for services whose class says nothing more. */
const BY_WORD: readonly (readonly [Discipline, RegExp])[] = [
  ['electrical', /electr|lighting|power|receptacle|socket|switch|panelboard|cable|luminaire|elektr|steckdose|leuchte/i],
  ['ventilation', /\b(duct|hvac|supply air|return air|exhaust|vav|diffuser|grille|l[uü]ftung|zuluft|abluft)/i],
  ['plumbing', /\b(pipe|sanitary|water|waste|drain|plumbing|sprinkler|heating|sink|toilet|rohr|abwasser|wasser)/i],
];

/** Disciplines of services, for classes that say no more than that. */
const SERVICES: readonly Discipline[] = ['ventilation', 'plumbing', 'electrical'];

export interface Trade extends Pick<PartFacts, 'class' | 'system' | 'type'> {
  readonly file: string;
  readonly name: string;
}

const tables = BY_CLASS.map(
  ([discipline, names]) => [discipline, names.map((name) => `ifc${name.toLowerCase()}`)] as const,
);

function byClass(ownClass: string): Discipline | undefined {
  const all = classAndAncestors(ownClass);
  return tables.find(([, names]) => names.some((name) => all.has(name)))?.[0];
}

function certain({ class: ownClass, system = '', name, type = '' }: Trade): Discipline | undefined {
  const found = byClass(ownClass!);
  if (found !== 'services') return found;
  return BY_WORD.find(([, words]) => words.test(system) || words.test(`${name} ${type}`))?.[0] ?? found;
}

function mostOf(found: readonly (Discipline | undefined)[], among: readonly Discipline[]): Discipline | undefined {
  const counts = among.map((discipline) => found.filter((each) => each === discipline).length);
  const most = Math.max(...counts);
  return most > 0 ? among[counts.indexOf(most)] : undefined;
}

/** Of each object; undefined for those without a class, as in files that are no buildings. */
export function disciplinesOf(objects: readonly Trade[]): (Discipline | undefined)[] {
  const sure = objects.map((object) => (object.class === undefined ? undefined : certain(object)));
  const files = new Map<string, number[]>();
  for (const [i, { file }] of objects.entries()) files.set(file, [...(files.get(file) ?? []), i]);
  const found = [...sure];
  for (const members of files.values()) {
    const own = members.map((i) => sure[i]);
    const builder = mostOf(own, ['architecture', 'structure']) ?? 'architecture';
    const service = mostOf(own, SERVICES);
    for (const i of members) {
      const { class: ownClass } = objects[i];
      if (ownClass === undefined) continue;
      if (sure[i] === undefined) found[i] = /proxy$/i.test(ownClass) ? (mostOf(own, DISCIPLINES) ?? 'other') : builder;
      else if (sure[i] === 'services' && service) found[i] = service;
    }
  }
  return found;
}

/** The discipline that most objects of a file belong to. */
export function fileDiscipline(found: readonly (Discipline | undefined)[]): Discipline | undefined {
  return mostOf(found, DISCIPLINES);
}
