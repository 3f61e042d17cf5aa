/**
 * Files that people try and that hold no mesh we read: how to know them, and which tool converts them.
 *
 * CAD files describe surfaces, not triangles; how finely to cut them up is a choice that only their owner can make.
 */
import { fileError } from './file-error.ts';
import type { ReadOptions } from './model.ts';

interface ForeignFormat {
  readonly title: string;
  readonly extensions: readonly string[];
  readonly begins?: string;
  readonly advice: string;
}

const STEP_BEGINS = 'ISO-10303-21';
const AS_MESH = 'Export it as glTF, OBJ, STL or PLY from the program that made it, or with Blender.';
const UNPACK = 'Unpack it and read the file inside.';

const IFC: ForeignFormat = {
  title: 'an IFC building model',
  extensions: ['ifc'],
  advice: 'Convert it with IfcConvert of IfcOpenShell: IfcConvert model.ifc model.glb',
};

const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  {
    title: 'a STEP model, which holds surfaces instead of triangles',
    extensions: ['step', 'stp', 'p21'],
    begins: STEP_BEGINS,
    advice: 'Convert it with FreeCAD (export as STL or OBJ) or Gmsh: gmsh part.step -2 -o part.stl',
  },
  IFC,
  {
    title: 'an IGES model, which holds surfaces instead of triangles',
    extensions: ['iges', 'igs'],
    advice: 'Convert it with FreeCAD (export as STL or OBJ) or Gmsh: gmsh part.iges -2 -o part.stl',
  },
  { title: 'an FBX scene', extensions: ['fbx'], begins: 'Kaydara FBX Binary', advice: AS_MESH },
  { title: 'a Blender scene', extensions: ['blend'], begins: 'BLENDER', advice: AS_MESH },
  { title: 'a COLLADA scene', extensions: ['dae'], begins: '<COLLADA', advice: AS_MESH },
  { title: 'a VRML scene', extensions: ['wrl', 'vrml'], begins: '#VRML', advice: AS_MESH },
  { title: 'a VTK data set', extensions: ['vtk', 'vtp', 'vtu'], begins: '# vtk DataFile', advice: AS_MESH },
  { title: 'a gzip archive', extensions: ['gz'], begins: '\x1f\x8b', advice: UNPACK },
  { title: 'a 7-Zip archive', extensions: ['7z'], begins: '7z\xbc\xaf\x27\x1c', advice: UNPACK },
];

/** The error for a file that is known by its first bytes or, failing that, by its extension; none for the others. */
export function foreignFormatError(start: string, extension: string, options: ReadOptions): Error | undefined {
  const format =
    FOREIGN_FORMATS.find(({ begins }) => begins !== undefined && start.startsWith(begins)) ??
    FOREIGN_FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (!format) return undefined;
  const isIfc = format.begins === STEP_BEGINS && (extension === 'ifc' || /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(start));
  const { title, advice } = isIfc ? IFC : format;
  return fileError('unsupported-format', options, {
    found: `found ${title}, expected OBJ, STL, PLY, OFF, glTF or 3MF`,
    advice,
  });
}
