/**
 * Which IFC classes inherit from which: everything below IfcElement in IFC 2x3, 4 and 4.3, as the schemas of buildingSMART have it.
 *
 * One table for all versions, so that a rule means the same whatever a file was exported as. Where versions differ, a class inherits
 * from both parents: IFC 4.3 calls IfcBuiltElement what was IfcBuildingElement.
 */

/** A class, then its subclasses; the prefix Ifc is left out. */
const TABLE = `
Element: BuildingElement CivilElement DistributionElement ElectricalElement ElementAssembly ElementComponent EquipmentElement FeatureElement FurnishingElement GeographicElement GeotechnicalElement TransportElement TransportationDevice VirtualElement
BuildingElement: BuiltElement BuildingElementComponent
BuiltElement: Beam Bearing BuildingElementProxy Chimney Column Course Covering CurtainWall DeepFoundation Door EarthworksElement Footing Kerb Member MooringDevice NavigationElement Pavement Pile Plate Rail Railing Ramp RampFlight Roof ShadingDevice Slab Stair StairFlight TrackElement Wall Window
BuildingElementComponent: BuildingElementPart ReinforcingElement
Beam: BeamStandardCase
Column: ColumnStandardCase
DeepFoundation: CaissonFoundation Pile
Door: DoorStandardCase
EarthworksElement: EarthworksFill ReinforcedSoil
Member: MemberStandardCase
Plate: PlateStandardCase
Slab: SlabElementedCase SlabStandardCase
Wall: WallElementedCase WallStandardCase
Window: WindowStandardCase
DistributionElement: DistributionControlElement DistributionFlowElement
DistributionControlElement: Actuator Alarm Controller FlowInstrument ProtectiveDeviceTrippingUnit Sensor UnitaryControlElement
DistributionFlowElement: DistributionChamberElement EnergyConversionDevice FlowController FlowFitting FlowMovingDevice FlowSegment FlowStorageDevice FlowTerminal FlowTreatmentDevice
EnergyConversionDevice: AirToAirHeatRecovery Boiler Burner Chiller Coil Condenser CooledBeam CoolingTower ElectricGenerator ElectricMotor Engine EvaporativeCooler Evaporator HeatExchanger Humidifier MotorConnection SolarDevice Transformer TubeBundle UnitaryEquipment
FlowController: AirTerminalBox Damper DistributionBoard ElectricDistributionBoard ElectricDistributionPoint ElectricTimeControl FlowMeter ProtectiveDevice SwitchingDevice Valve
FlowFitting: CableCarrierFitting CableFitting DuctFitting JunctionBox PipeFitting
FlowMovingDevice: Compressor Fan Pump
FlowSegment: CableCarrierSegment CableSegment ConveyorSegment DuctSegment PipeSegment
FlowStorageDevice: ElectricFlowStorageDevice Tank
FlowTerminal: AirTerminal AudioVisualAppliance CommunicationsAppliance ElectricAppliance FireSuppressionTerminal Lamp LightFixture LiquidTerminal MedicalDevice MobileTelecommunicationsAppliance Outlet SanitaryTerminal Signal SpaceHeater StackTerminal WasteTerminal
FlowTreatmentDevice: DuctSilencer ElectricFlowTreatmentDevice Filter Interceptor
ElementComponent: BuildingElementPart DiscreteAccessory Fastener ImpactProtectionDevice MechanicalFastener ReinforcingElement Sign VibrationDamper VibrationIsolator
Fastener: MechanicalFastener
ReinforcingElement: ReinforcingBar ReinforcingMesh Tendon TendonAnchor TendonConduit
FeatureElement: FeatureElementAddition FeatureElementSubtraction SurfaceFeature
FeatureElementAddition: ProjectionElement
FeatureElementSubtraction: EarthworksCut EdgeFeature OpeningElement VoidingFeature
EdgeFeature: ChamferEdgeFeature RoundedEdgeFeature
OpeningElement: OpeningStandardCase
FurnishingElement: Furniture SystemFurnitureElement
GeotechnicalElement: GeotechnicalAssembly GeotechnicalStratum
GeotechnicalAssembly: Borehole Geomodel Geoslice
TransportationDevice: TransportElement Vehicle
`;

/** In lower case: the classes that each inherits from directly. */
function parentsByClass(): ReadonlyMap<string, readonly string[]> {
  const parents = new Map<string, string[]>();
  for (const line of TABLE.trim().toLowerCase().split('\n')) {
    const [parent, children] = line.split(': ');
    for (const child of children.split(' ')) {
      const name = `ifc${child}`;
      parents.set(name, [...(parents.get(name) ?? []), `ifc${parent}`]);
    }
  }
  return parents;
}

let parents: ReadonlyMap<string, readonly string[]> | undefined;
const known = new Map<string, ReadonlySet<string>>();

/** A class and all that it inherits from, in lower case; one that is not in the table stands alone. */
export function classAndAncestors(name: string): ReadonlySet<string> {
  const own = name.toLowerCase();
  let all = known.get(own);
  if (all) return all;
  parents ??= parentsByClass();
  const found = new Set([own]);
  for (const each of found) for (const parent of parents.get(each) ?? []) found.add(parent);
  all = found;
  known.set(own, all);
  return all;
}

/** Whether IFC has an element of this class; others, such as spaces, have no part in the table. */
export function isElementClass(name: string): boolean {
  parents ??= parentsByClass();
  return name.toLowerCase() === 'ifcelement' || parents.has(name.toLowerCase());
}
