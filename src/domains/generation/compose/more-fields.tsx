import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronDown, Dices } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { MaskField } from './mask-field.tsx';
import { isSeed, MAX_SEED, SEED_ERROR, type ImageRecipe } from './recipe.ts';

interface MoreFieldsProps {
  recipe: ImageRecipe;
  model: GenerationModel;
  uploadRefusal: string | null;
  onRecipe: (change: Partial<ImageRecipe>) => void;
}

/** What most requests go without. */
export function MoreFields({ recipe, model: { capabilities }, uploadRefusal, onRecipe }: MoreFieldsProps) {
  const { negative_prompt: negative, seed, mask } = capabilities;
  if (!negative && !seed && !mask) return null;
  const wrongSeed = recipe.seed.trim() !== '' && !isSeed(recipe.seed);
  return (
    <details className="group/more">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-sm text-sm font-medium touch:min-h-11 [&::-webkit-details-marker]:hidden">
        More
        <ChevronDown aria-hidden className="size-4 text-ink-muted transition-transform group-open/more:rotate-180" />
      </summary>
      <div className="grid gap-4 pt-3">
        {negative && (
          <Field label="Exclude" help="What the image shouldn’t show." optional>
            {(control) => (
              <Input
                {...control}
                value={recipe.negativePrompt}
                maxLength={1000}
                autoComplete="off"
                onChange={({ target }) => onRecipe({ negativePrompt: target.value })}
              />
            )}
          </Field>
        )}
        {seed && (
          <Field
            label="Seed"
            help="The same request with the same seed creates the same image."
            error={wrongSeed ? SEED_ERROR : undefined}
            optional
          >
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  value={recipe.seed}
                  inputMode="numeric"
                  placeholder="Random"
                  autoComplete="off"
                  className="max-w-48 tabular-nums"
                  onChange={({ target }) => onRecipe({ seed: target.value })}
                />
                <IconButton
                  label="New seed"
                  variant="secondary"
                  icon={<Dices aria-hidden className="size-4" />}
                  onClick={() => onRecipe({ seed: String(Math.floor(Math.random() * (MAX_SEED + 1))) })}
                />
              </div>
            )}
          </Field>
        )}
        {mask && (
          <MaskField mask={recipe.mask} source={recipe.source} uploadRefusal={uploadRefusal} onMask={(next) => onRecipe({ mask: next })} />
        )}
      </div>
    </details>
  );
}
