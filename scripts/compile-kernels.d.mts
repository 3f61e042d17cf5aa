export interface CompileOptions {
  readonly base: number;
  readonly only?: number;
  readonly flags?: readonly string[];
}
export function compileKernels(entry: string, options: CompileOptions): Promise<Uint8Array<ArrayBuffer>>;
