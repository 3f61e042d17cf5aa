/** Imports a package's script; distinguishes one that cannot be loaded from one that fails. */
import { CannotRead } from './failure.ts';

export async function loadPackage<T>(script: string): Promise<T> {
  try {
    return (await import(script)) as T;
  } catch (error) {
    throw new CannotRead('missing', error instanceof Error ? error.message : String(error));
  }
}
