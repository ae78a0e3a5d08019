import { generatedImageUrl } from '#src/domains/generation/generation.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import type { RecipeSource } from './recipe.ts';

/** Where a source is seen. Of an upload there is one size. */
export function sourceUrl({ kind, id, event_id: event }: RecipeSource, size: 'thumb' | 'preview'): string {
  if (kind === 'image') return generatedImageUrl(id, size);
  return apiUrl(kind === 'upload' ? `/api/v1/generation-sources/${id}` : `/api/v1/event/${event}/photos/${id}/${size}`);
}
