export interface Project {
  readonly owner: string;
  readonly repository: string;
  readonly site: string;
}
export function readProject(folder?: string): Project;
export function placeholders(project: Project): string[];
export function staleFiles(project: Project, options?: { folder?: string; write?: boolean }): string[];
