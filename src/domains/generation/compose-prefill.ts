// URL search parameters that prefill the Generate form from an image, a photo, a model or an earlier request.

export interface ComposePrefill {
  /** Id of a request to repeat. */
  again?: string;
  /** Id of a generated image to start from. */
  source?: string;
  /** An event photo to start from, with its event. */
  photo?: string;
  event?: string;
  model?: string;
  /** A copied recipe. */
  recipe?: string;
  /** Id of an example that ships with the product. */
  example?: string;
}

export const composePrefillKeys = ['again', 'source', 'photo', 'event', 'model', 'recipe', 'example'] as const;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function parseComposePrefill({ again, source, photo, event, model, recipe, example }: Record<string, unknown>): ComposePrefill {
  return {
    ...(textOf(again) && { again: textOf(again) }),
    ...(textOf(source) && { source: textOf(source) }),
    ...(textOf(photo) && textOf(event) && { photo: textOf(photo), event: textOf(event) }),
    ...(textOf(model) && { model: textOf(model) }),
    ...(textOf(recipe) && { recipe: textOf(recipe) }),
    ...(textOf(example) && { example: textOf(example) }),
  };
}
