/** Small 3MF packages for the tests. */
import { zipSync } from 'fflate';

export const TETRAHEDRON = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>
<vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/>
<triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles></mesh>`;

export const CORE = 'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"';
const RELATIONSHIPS = `<?xml version="1.0"?><Relationships xmlns="x"><Relationship Id="r0" Target="/3D/3dmodel.model"
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;

/** The XML of a model part. */
export function modelXml(resources: string, build: string, attributes = 'unit="inch"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<model ${attributes} ${CORE} xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06">
<resources>${resources}</resources>${build}</model>`;
}

/** A package with this model part, and others beside it. */
export function packModel(model: string | Uint8Array, others: Record<string, string> = {}): Uint8Array {
  const encoder = new TextEncoder();
  const files: Record<string, Uint8Array> = {
    '_rels/.rels': encoder.encode(RELATIONSHIPS),
    '3D/3dmodel.model': typeof model === 'string' ? encoder.encode(model) : model,
  };
  for (const [name, text] of Object.entries(others)) files[name] = encoder.encode(text);
  return zipSync(files);
}

/** One tetrahedron on the plate. */
export function tetrahedronPackage(): Uint8Array {
  return packModel(modelXml(`<object id="1" name="t">${TETRAHEDRON}</object>`, '<build><item objectid="1"/></build>'));
}
