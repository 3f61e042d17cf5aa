/**
 * Formats that people try and that we do not read: how to recognise them, and which tool converts them.
 *
 * CAD files describe surfaces, not triangles; only their owner can decide how finely to tessellate them.
 */
import { fileError } from './file-error.ts';
import { formatTitles } from './formats.ts';
import type { ReadOptions } from './model.ts';

interface ForeignFormat {
  readonly title: string;
  readonly endings: readonly string[];
  /** First bytes of such a file. */
  readonly begins?: string;
  readonly advice: string;
}

const STEP_BEGINS = 'ISO-10303-21';
const AS_MESH = `Export it as ${formatTitles('or')} from the program that made it, or from Blender.`;
const UNPACK = 'Unpack it and read the file inside.';

const IFC: ForeignFormat = {
  title: 'an IFC building model',
  endings: ['ifc'],
  advice: 'Convert it with IfcConvert from IfcOpenShell: IfcConvert model.ifc model.glb',
};

const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  {
    title: 'a STEP model, which holds surfaces instead of triangles',
    endings: ['step', 'stp', 'p21'],
    begins: STEP_BEGINS,
    advice: 'Convert it with FreeCAD (export as STL or OBJ) or Gmsh: gmsh part.step -2 -o part.stl',
  },
  IFC,
  {
    title: 'an IGES model, which holds surfaces instead of triangles',
    endings: ['iges', 'igs'],
    advice: 'Convert it with FreeCAD (export as STL or OBJ) or Gmsh: gmsh part.iges -2 -o part.stl',
  },
  { title: 'an FBX scene', endings: ['fbx'], begins: 'Kaydara FBX Binary', advice: AS_MESH },
  { title: 'a Blender scene', endings: ['blend'], begins: 'BLENDER', advice: AS_MESH },
  { title: 'a COLLADA scene', endings: ['dae'], begins: '<COLLADA', advice: AS_MESH },
  { title: 'a VRML scene', endings: ['wrl', 'vrml'], begins: '#VRML', advice: AS_MESH },
  { title: 'a VTK data set', endings: ['vtk', 'vtp', 'vtu'], begins: '# vtk DataFile', advice: AS_MESH },
  { title: 'a gzip archive', endings: ['gz'], begins: '\x1f\x8b', advice: UNPACK },
  { title: 'a 7-Zip archive', endings: ['7z'], begins: '7z\xbc\xaf\x27\x1c', advice: UNPACK },
];

/** The error for a file recognised by its first bytes or, failing that, by its ending; undefined for any other. */
export function foreignFormatError(start: string, ending: string, options: ReadOptions): Error | undefined {
  const format =
    FOREIGN_FORMATS.find(({ begins }) => begins !== undefined && start.startsWith(begins)) ??
    FOREIGN_FORMATS.find(({ endings }) => endings.includes(ending));
  if (!format) return undefined;
  const isIfc = format.begins === STEP_BEGINS && (ending === 'ifc' || /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(start));
  const { title, advice } = isIfc ? IFC : format;
  return fileError('unsupported-format', options, {
    found: `found ${title}, expected ${formatTitles('or')}`,
    advice,
  });
}
