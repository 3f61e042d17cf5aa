/** What the bundler makes of files that are no scripts, and names that it knows (vite.config.ts). */
declare module '*.css';

declare module 'studio:draco-decoder' {
  export default function createDecoder(options: { wasmBinary: ArrayBuffer }): Promise<unknown>;
}

declare module 'studio:draco-decoder.wasm?url' {
  const address: string;
  export default address;
}
