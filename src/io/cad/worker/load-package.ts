/** Imports a package's script; one that cannot be had is told apart from one that fails. */
import { CannotRead } from './failure.ts';

export async function loadPackage<T>(script: string): Promise<T> {
  try {
    return (await import(script)) as T;
  } catch (error) {
    throw new CannotRead('missing', error instanceof Error ? error.message : String(error));
  }
}
