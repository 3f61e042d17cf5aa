/**
 * A viewpoint (`.bcfv`): camera, selected and coloured components, the measured length as a line, and a clipping plane.
 *
 * Source: buildingSMART, BCF-XML 2.1 and 3.0, `visinfo.xsd`. Coordinates are those of the files, in metres where their unit is known,
 * and upright along z where the files are IFC, for so the programs that open them have them. A clipping plane's direction points
 * to what is cut away.
 */
import type { Excerpt } from '../excerpt/excerpt.ts';
import { type Camera, FIELD_OF_VIEW_DEGREES } from '../picture/camera.ts';
import type { Colour } from '../picture/canvas.ts';
import type { SectionPlane } from '../picture/section.ts';
import { FIRST, SECOND } from '../picture/style.ts';
import { scale } from '../picture/vector.ts';
import type { BcfVersion } from './topic.ts';
import { leaf, node, xmlDocument } from './xml.ts';

/** An object as BCF names it: by its IFC GUID, else by what its file calls it. */
export interface Component {
  readonly ifcGuid?: string;
  readonly key: string;
}

export interface Viewpoint {
  readonly guid: string;
  readonly camera: Camera;
  /** Where the camera's coordinates are in the model. */
  readonly excerpt: Pick<Excerpt, 'centre' | 'half' | 'measured'>;
  readonly components: readonly Component[];
  readonly section?: SectionPlane;
  /** Metres per unit of the files. */
  readonly metres: number;
  /** Whether coordinates are x, z and −y of what the files say. */
  readonly isTurned: boolean;
}

function vectorNode(name: string, [x, y, z]: readonly number[]): string {
  return node(name, {}, leaf('X', x), leaf('Y', y), leaf('Z', z));
}

function componentNode({ ifcGuid, key }: Component): string {
  if (ifcGuid) return node('Component', { IfcGuid: ifcGuid });
  return node(
    'Component',
    {},
    leaf('OriginatingSystem', 'collidescope'),
    leaf('AuthoringToolId', key.trim() || 'unnamed'),
  );
}

const hex = (colour: Colour) => colour.map((value) => value.toString(16).padStart(2, '0').toUpperCase()).join('');

function componentsNode(components: readonly Component[], version: BcfVersion): string {
  const nodes = components.map(componentNode);
  const colours = nodes.map((component, i) =>
    node(
      'Color',
      { Color: hex(i === 0 ? FIRST : SECOND) },
      version === '2.1' ? component : node('Components', {}, component),
    ),
  );
  return node(
    'Components',
    {},
    node('Selection', {}, ...nodes),
    node('Visibility', { DefaultVisibility: true }),
    node('Coloring', {}, ...colours),
  );
}

export function viewpointXml(viewpoint: Viewpoint, version: BcfVersion): string {
  const { camera, excerpt, components, section, guid, metres, isTurned } = viewpoint;
  const asInFile = ([x, y, z]: readonly number[]) => (isTurned ? [x, -z, y] : [x, y, z]);
  const world = (local: readonly number[]) =>
    asInFile(local.map((value, axis) => (excerpt.centre[axis] + excerpt.half * value) * metres));
  const { measured } = excerpt;
  return xmlDocument(
    node(
      'VisualizationInfo',
      { Guid: guid },
      componentsNode(components, version),
      node(
        'PerspectiveCamera',
        {},
        vectorNode('CameraViewPoint', world(camera.eye)),
        vectorNode('CameraDirection', asInFile(camera.forward)),
        vectorNode('CameraUpVector', asInFile(camera.up)),
        leaf('FieldOfView', FIELD_OF_VIEW_DEGREES),
        version === '3.0' ? leaf('AspectRatio', camera.aspect) : undefined,
      ),
      measured &&
        node(
          'Lines',
          {},
          node('Line', {}, vectorNode('StartPoint', world(measured[0])), vectorNode('EndPoint', world(measured[1]))),
        ),
      section &&
        node(
          'ClippingPlanes',
          {},
          node(
            'ClippingPlane',
            {},
            vectorNode('Location', world(scale(section.normal, section.offset))),
            vectorNode('Direction', asInFile(section.normal)),
          ),
        ),
    ),
  );
}
