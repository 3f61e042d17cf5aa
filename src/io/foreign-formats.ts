/**
 * Formats that people try and that we do not read: how to recognise them, and which tool converts them.
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

const AS_MESH = `Export it as ${formatTitles('or')} from the program that made it, or from Blender.`;
const UNPACK = 'Unpack it and read the file inside.';

const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  {
    title: 'an IFC building model as XML',
    endings: ['ifcxml'],
    advice: 'Export it as .ifc, or convert it with IfcConvert from IfcOpenShell: IfcConvert model.ifcxml model.glb',
  },
  { title: 'a FreeCAD document', endings: ['fcstd'], advice: 'Export it from FreeCAD as STEP.' },
  { title: 'a SOLIDWORKS document', endings: ['sldprt', 'sldasm'], advice: 'Save it as STEP.' },
  { title: 'an Autodesk document', endings: ['ipt', 'iam', 'dwg', 'rvt', 'nwd'], advice: 'Export it as STEP or IFC.' },
  { title: 'a Parasolid model', endings: ['x_t', 'x_b'], advice: 'Export it as STEP.' },
  { title: 'a JT model', endings: ['jt'], advice: 'Export it as STEP.' },
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
  const { title, advice } = format;
  return fileError('unsupported-format', options, {
    found: `found ${title}, expected ${formatTitles('or')}`,
    advice,
  });
}
