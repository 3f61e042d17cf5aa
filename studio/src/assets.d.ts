/** Types of imports that the bundler provides: assets, and the aliases in vite.config.ts. */
declare module '*.css';

declare module 'studio:draco-decoder' {
  export default function createDecoder(options: { wasmBinary: ArrayBuffer }): Promise<unknown>;
}

declare module 'studio:draco-decoder.wasm?url' {
  const address: string;
  export default address;
}
