/** The Draco decoder, loaded for glTF files compressed with it. */

export async function dracoDecoder(): Promise<unknown> {
  const [{ default: createDecoder }, { default: address }] = await Promise.all([
    import('studio:draco-decoder'),
    import('studio:draco-decoder.wasm?url'),
  ]);
  const response = await fetch(address);
  return createDecoder({ wasmBinary: await response.arrayBuffer() });
}
