export interface WrongImport {
  readonly line: number;
  readonly message: string;
}
export function wrongImports(file: string, text: string): WrongImport[];
