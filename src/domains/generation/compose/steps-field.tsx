import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { Field } from '#src/ui/field.tsx';
import { Input } from '#src/ui/input.tsx';
import { type ImageRecipe, stepsError } from './recipe.ts';

interface StepsFieldProps {
  recipe: ImageRecipe;
  /** Null: the model doesn't let people choose. */
  range: GenerationModel['capabilities']['steps'];
  onRecipe: (change: Partial<ImageRecipe>) => void;
}

/** How often the model refines an image. */
export function StepsField({ recipe, range, onRecipe }: StepsFieldProps) {
  if (!range) return null;
  return (
    <Field
      label="Refining steps"
      help="More steps add detail and take longer."
      error={stepsError(recipe.steps, range) ?? undefined}
      optional
    >
      {(control) => (
        <Input
          {...control}
          value={recipe.steps}
          inputMode="numeric"
          placeholder={String(range.default)}
          autoComplete="off"
          className="max-w-48 tabular-nums"
          onChange={({ target }) => onRecipe({ steps: target.value })}
        />
      )}
    </Field>
  );
}
