// Addresses of the pictures of the examples. They are loaded when they are seen, and not precached.
import { examples } from './example-list.ts';

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

/** The picture of an example by its id, of a source, or null. */
export const examplePicture = (name: string): string | null => files[`./pictures/${name}.webp`] ?? null;

const EDITS: Record<string, readonly string[]> = {
  'builtin:upscale-2x': ['upscale'],
  'builtin:cut-out': ['guest', 'cut-out', 'cut-out-color'],
};

/** What a model makes, for the model library. */
export function picturesOfModel(modelId: string): string[] {
  const names = [...examples.filter(({ recipe }) => recipe.model === modelId).map(({ id }) => id), ...(EDITS[modelId] ?? [])];
  return names.flatMap((name) => examplePicture(name) ?? []).slice(0, 3);
}
