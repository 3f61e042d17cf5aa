export interface CompileOptions {
  readonly base: number;
  readonly queries?: number;
  readonly flags?: readonly string[];
  readonly edit?: (text: string, file: string) => string;
}
export function compileKernels(entry: string, options: CompileOptions): Promise<Uint8Array<ArrayBuffer>>;
