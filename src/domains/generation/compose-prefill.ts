// What the form of the Generate screen is filled with when one comes to it from an image, a model or a request: told by its address.

export interface ComposePrefill {
  /** A request that is made again. */
  again?: string;
  /** An image of one's own to start from. */
  source?: string;
  /** A photo to start from, and its event. */
  photo?: string;
  event?: string;
  /** A model to be used. */
  model?: string;
}

export const composePrefillKeys = ['again', 'source', 'photo', 'event', 'model'] as const;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export function parseComposePrefill({ again, source, photo, event, model }: Record<string, unknown>): ComposePrefill {
  return {
    ...(textOf(again) && { again: textOf(again) }),
    ...(textOf(source) && { source: textOf(source) }),
    ...(textOf(photo) && textOf(event) && { photo: textOf(photo), event: textOf(event) }),
    ...(textOf(model) && { model: textOf(model) }),
  };
}
