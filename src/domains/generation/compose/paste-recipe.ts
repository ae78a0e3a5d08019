import type { ClipboardEvent } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { toast } from '#src/ui/toast.ts';
import { parseRecipeText } from './recipe-text.ts';
import type { ImageRecipe } from './recipe.ts';

/** A recipe pasted into a text field fills the whole form. Other texts are pasted as they are. */
export function pasteRecipe(
  event: ClipboardEvent,
  models: readonly GenerationModel[],
  before: ImageRecipe,
  onRecipe: (change: Partial<ImageRecipe>) => void,
): void {
  if (!(event.target instanceof HTMLTextAreaElement)) return;
  const recipe = parseRecipeText(event.clipboardData.getData('text/plain'), models);
  if (!recipe) return;
  event.preventDefault();
  onRecipe(recipe);
  toast.success('Form filled from the recipe', { action: { label: 'Undo', onClick: () => onRecipe(before) } });
}
