import { useState } from 'react';
import { creditsDisabledReason } from '#src/domains/generation/credits-labels.ts';
import type { Credits, GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { pluralize } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { Sparkles } from '#src/ui/icons.ts';
import { TASKS, taskLabels } from './model-labels.ts';
import { ModelPicker } from './model-picker.tsx';
import { MoreFields } from './more-fields.tsx';
import { OutputFields } from './output-fields.tsx';
import { PromptField } from './prompt-field.tsx';
import { costOf, fitted, recipeDisabledReason, type ImageRecipe } from './recipe.ts';
import { SourceField } from './source-field.tsx';

interface ComposerProps {
  owner: ImageOwner;
  models: readonly GenerationModel[];
  recipe: ImageRecipe;
  credits: Credits | undefined;
  /** Prompts of before, the latest first. */
  history: readonly string[];
  onRecipe: (change: Partial<ImageRecipe>) => void;
  onGenerate: (recipe: ImageRecipe, model: GenerationModel) => Promise<void>;
}

const sourceLabels: Partial<Record<GenerationModel['task'], string>> = {
  'image-to-image': 'Image to restyle',
  upscale: 'Image to upscale',
  'cut-out': 'Image with a person',
};

/** What is asked for. Which fields there are follows from what the model takes. */
export function Composer({ owner, models, recipe: kept, credits, history, onRecipe, onGenerate }: ComposerProps) {
  const [pressed, setPressed] = useState(false);
  const isOnline = useConnection() === 'online';
  const model = models.find(({ id }) => id === kept.model) ?? models[0];
  if (!model) return null;
  const recipe = fitted(kept, model);
  const { capabilities, task } = model;
  const tasks = TASKS.filter((each) => models.some((other) => other.task === each));
  const cost = costOf(recipe, model);
  const refusal = recipeDisabledReason(recipe, model) ?? creditsDisabledReason(credits, cost);
  const choose = (next: GenerationModel | undefined) => next && onRecipe({ model: next.id });

  const generate = async () => {
    setPressed(true);
    try {
      await onGenerate(recipe, model);
    } finally {
      setPressed(false);
    }
  };
  return (
    <form
      aria-label="Image request"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 rounded-lg border border-line bg-surface px-4 pt-4 shadow-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null && !pressed) void generate();
      }}
    >
      {tasks.length > 1 && (
        <ChoiceChips
          legend="Task"
          options={tasks.map((each) => ({ value: each, label: taskLabels[each].name }))}
          value={task}
          onChange={(wanted) => choose(models.find((each) => each.task === wanted))}
        />
      )}
      {capabilities.prompt !== 'none' && (
        <PromptField
          prompt={recipe.prompt}
          optional={capabilities.prompt === 'optional'}
          maxLength={capabilities.max_prompt_length}
          history={history}
          onPrompt={(prompt) => onRecipe({ prompt })}
        />
      )}
      {capabilities.source !== 'none' && (
        <SourceField
          owner={owner}
          label={sourceLabels[task] ?? 'Image to start from'}
          optional={capabilities.source === 'optional'}
          source={recipe.source}
          uploadRefusal={isOnline ? null : NEEDS_CONNECTION}
          onSource={(source) => onRecipe({ source, mask: null })}
        />
      )}
      <ModelPicker models={models.filter((each) => each.task === task)} model={model} onChoose={choose} />
      <OutputFields recipe={recipe} model={model} onRecipe={onRecipe} />
      <MoreFields recipe={recipe} model={model} uploadRefusal={isOnline ? null : NEEDS_CONNECTION} onRecipe={onRecipe} />
      <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))]">
        <p className="min-w-0 flex-1 basis-32 text-sm text-ink-muted" aria-live="polite">
          {refusal ?? costLabel(cost, isOnline)}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={pressed}
          disabledReason={refusal}
          icon={<Sparkles aria-hidden className="size-4" />}
        >
          {taskLabels[task].press}
        </Button>
      </div>
    </form>
  );
}

function costLabel(cost: number, isOnline: boolean): string {
  const price = cost === 0 ? 'Free.' : `Costs ${pluralize(cost, 'credit', 'credits')}.`;
  return isOnline ? price : `${price} We’ll start as soon as the server can be reached.`;
}
