/** Fetches scans from beside the page; for their format see scenes/support/studio-models.ts. */

let folder: URL | undefined;

/** The address of the page; a worker's file is in another folder. */
export function setModelsFolder(url: URL): void {
  folder = url;
}

export async function fetchModel(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(name, folder));
  if (!response.ok) throw new Error(`${name} is missing beside the page`);
  return new Uint8Array(await response.arrayBuffer());
}

export async function fetchScan(name: string): Promise<{ positions: Float32Array; cells: Uint32Array }> {
  const { buffer } = await fetchModel(name);
  const [vertices, triangles] = new Uint32Array(buffer, 0, 2);
  return {
    positions: new Float32Array(buffer, 8, 3 * vertices),
    cells: new Uint32Array(buffer, 8 + 12 * vertices, 3 * triangles),
  };
}
