import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { Credits, Generation, GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import {
  confirmationDisabledReason,
  costLabel,
  creditsDisabledReason,
  dailyDisabledReason,
  NOT_CHARGED,
  taskLabels,
  tasksOf,
} from '#src/domains/generation/labels.ts';
import { generationEstimateQuery } from '#src/domains/generation/queries.ts';
import { delay } from '#src/lib/delay.ts';
import { formatCount } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { Field } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ChevronDown, Dices, Eye, History, Sparkles, X } from '#src/ui/icons.ts';
import { Input } from '#src/ui/input.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { CutOutPreview, EditFields } from './edit-fields.tsx';
import { hasEditPreview } from './edit-preview.tsx';
import { GenerationEstimate } from './generation-estimate.tsx';
import { MissingModelsNote } from './missing-models-note.tsx';
import { ModelPicker } from './model-picker.tsx';
import { OutputFields } from './output-fields.tsx';
import { markPaidDefaultSeen, PaidDefaultNote } from './paid-default-note.tsx';
import { pasteRecipe } from './paste-recipe.ts';
import { CheckedTextarea, isDrawn, PromptCheckNote, type PromptCheckState, promptProblem, usePromptCheck } from './prompt-check.tsx';
import { PromptLibraryButton } from './prompt-library-button.tsx';
import { hasPromptPreview, PromptPreview } from './prompt-preview.tsx';
import { promptTemplates } from './prompt-templates.ts';
import {
  costOf,
  fitRecipe,
  type ImageRecipe,
  NO_SOURCE,
  type RecipeChange,
  isSeed,
  outpaintAspects,
  outpaintOf,
  recipeDisabledReason,
  requestOf,
  SEED_ERROR,
} from './recipe.ts';
import { findSameRequest, otherSeed, sameRequestReason } from './same-request.ts';
import { SourceField } from './source-field.tsx';
import { StepsField } from './steps-field.tsx';

interface ComposerProps {
  owner: ImageOwner;
  models: readonly GenerationModel[];
  recipe: ImageRecipe;
  credits: Credits | undefined;
  /** Earlier prompts, the latest first. */
  history: readonly string[];
  /** Earlier requests. */
  requests: readonly Generation[];
  /** Whether the account has a confirmed email address. */
  isConfirmed: boolean;
  /** Asks to confirm it. */
  confirmEmail?: ReactNode;
  onRecipe: (change: RecipeChange) => void;
  onGenerate: (recipe: ImageRecipe, model: GenerationModel) => Promise<void>;
  /** Opens an image that was made before. */
  onOpen: (imageId: string) => void;
}

const sourceLabels: Partial<Record<GenerationModel['task'], string>> = {
  'image-to-image': 'Image to restyle',
  erase: 'Image to erase something from',
  extend: 'Image to extend',
  upscale: 'Image to upscale',
  'cut-out': 'Image with a person',
};

/** Saving a request takes less time than a double click, which must not pay twice. */
export const DOUBLE_CLICK_MS = 500;

/** The form. The model's capabilities decide which fields it shows. */
export function Composer({
  owner,
  models,
  recipe: chosen,
  credits,
  history,
  requests,
  isConfirmed,
  confirmEmail,
  onRecipe,
  onGenerate,
  onOpen,
}: ComposerProps) {
  const [pressed, setPressed] = useState(false);
  /** Of the next request without a number of its own: what is previewed is what will be made. */
  const [nextSeed, setNextSeed] = useState(randomSeed);
  const isOnline = useConnection() === 'online';
  const model = models.find(({ id }) => id === chosen.model) ?? models[0];
  const check = usePromptCheck(owner, model, chosen);
  const isDiscouraged = useDiscouraged(owner, model, chosen);
  /** The mask whose result is likely to disappoint, and was asked for nevertheless once. */
  const [warned, setWarned] = useState<string | null>(null);
  if (!model) return null;
  const recipe = fitRecipe(chosen, model);
  const { capabilities, task } = model;
  const tasks = tasksOf(models);
  const sameTask = models.filter((each) => each.task === task);
  const cost = costOf(recipe, model);
  const undrawable = promptProblem(check);
  const unconfirmed = confirmationDisabledReason(model, isConfirmed);
  const request = requestOf(recipe, model, owner);
  const incomplete = recipeDisabledReason(recipe, model);
  const same = incomplete === null ? findSameRequest(request, model, requests) : null;
  const other =
    unconfirmed ??
    incomplete ??
    sameRequestReason(same) ??
    dailyDisabledReason(model, recipe.count) ??
    creditsDisabledReason(credits, cost);
  // The whole sentence is below the description.
  const problem = undrawable === null ? other : `${model.name} can’t draw this.`;
  // Not announced: it comes and goes with each word.
  const refusal = undrawable ?? other ?? (check.kind === 'checking' ? 'Checking the words…' : null);
  const choose = (next: GenerationModel | undefined) => next && onRecipe({ model: next.id });
  const mask = capabilities.mask ? recipe.mask : null;
  const isAsking = isDiscouraged && warned !== null && warned === mask;
  const aspect = outpaintOf(recipe, model)?.aspect;
  const estimate = <GenerationEstimate owner={owner} model={model} source={recipe.source} mask={mask} aspect={aspect} />;
  const picker = (
    <div className="grid gap-2">
      {model === sameTask[0] && <PaidDefaultNote key={model.id} model={model} />}
      <ModelPicker
        models={sameTask}
        model={model}
        onChoose={(next) => {
          markPaidDefaultSeen(next);
          choose(next);
        }}
      />
    </div>
  );

  const nextVariation = same && otherSeed(request, model, requests);
  const isPreviewed = hasPromptPreview(model);
  const ownSeed = isSeed(recipe.seed) ? Number(recipe.seed) : null;

  const warn = async () => {
    setWarned(mask);
    setPressed(true);
    await delay(DOUBLE_CLICK_MS);
    setPressed(false);
  };
  const generate = async () => {
    setPressed(true);
    markPaidDefaultSeen(model);
    try {
      const seed = isPreviewed && recipe.seed.trim() === '' ? String(nextSeed) : recipe.seed;
      await Promise.all([onGenerate({ ...recipe, seed }, model), delay(DOUBLE_CLICK_MS)]);
      setNextSeed(randomSeed());
    } finally {
      setPressed(false);
    }
  };
  return (
    <form
      aria-label="Image request"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3 rounded-lg border border-line bg-surface px-4 pt-2 shadow-1 sm:gap-4 sm:pt-4"
      onPaste={(event) => pasteRecipe(event, models, chosen, onRecipe)}
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal !== null || pressed) return;
        if (isDiscouraged && warned !== mask) void warn();
        else void generate();
      }}
    >
      {unconfirmed !== null && confirmEmail}
      {tasks.length > 1 && (
        <ChoiceChips
          legend="Task"
          options={tasks.map((each) => ({ value: each.task, label: each.name }))}
          value={task}
          wraps
          onChange={(wanted) => choose(models.find((each) => each.task === wanted))}
        />
      )}
      <MissingModelsNote models={models} />
      {capabilities.prompt !== 'none' && (
        <PromptField
          prompt={recipe.prompt}
          optional={capabilities.prompt === 'optional'}
          maxLength={capabilities.max_prompt_length}
          history={history}
          modelName={model.name}
          check={check}
          library={<PromptLibraryButton owner={owner} recipe={recipe} templates={promptTemplates} onRecipe={onRecipe} />}
          onPrompt={(prompt) => onRecipe({ prompt })}
        />
      )}
      {isPreviewed && isDrawn(check) && (
        <PromptPreview
          owner={owner}
          recipe={recipe}
          seed={ownSeed ?? nextSeed}
          isDrawable={check.kind === 'checked'}
          onAnother={ownSeed === null ? () => setNextSeed(randomSeed()) : undefined}
        />
      )}
      {capabilities.source !== 'none' && (
        <SourceField
          owner={owner}
          label={sourceLabels[task] ?? 'Image to start from'}
          optional={capabilities.source === 'optional'}
          source={recipe.source}
          uploadRefusal={isOnline ? null : NEEDS_CONNECTION}
          onSource={(source, instead) =>
            onRecipe((now) =>
              instead !== undefined && fitRecipe(now, model).source !== instead ? {} : { source, sourceTask: task, mask: null },
            )
          }
        />
      )}
      {task === 'cut-out' && recipe.source && hasEditPreview(model) && (
        <CutOutPreview owner={owner} model={model} source={recipe.source} background={recipe.background} />
      )}
      {capabilities.mask || outpaintAspects(model).length > 0 ? (
        <EditFields
          owner={owner}
          recipe={recipe}
          model={model}
          estimate={estimate}
          uploadRefusal={isOnline ? null : NEEDS_CONNECTION}
          onRecipe={onRecipe}
        />
      ) : (
        estimate
      )}
      {/* A choice comes first, a mere label last: on a phone, the styles are on the first screen. */}
      {sameTask.length > 1 && picker}
      <OutputFields owner={owner} recipe={recipe} model={model} onRecipe={onRecipe} />
      {sameTask.length === 1 && picker}
      <MoreFields recipe={recipe} model={model} onRecipe={onRecipe} />
      {cost > 0 && <p className="text-sm text-ink-muted">{NOT_CHARGED}</p>}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-lg border-t border-line bg-surface px-4 pt-3 pb-[max(--spacing(3),var(--safe-bottom))]">
        <div className="flex w-full flex-wrap gap-2 empty:hidden">
          {capabilities.seed && recipe.seed.trim() !== '' && (
            <Button
              size="sm"
              aria-label={`Remove variation ${recipe.seed.trim()}`}
              icon={<X aria-hidden className="size-4" />}
              onClick={() => onRecipe({ seed: '' })}
            >
              {`Variation ${recipe.seed.trim()}`}
            </Button>
          )}
          {same?.image && (
            <Button size="sm" icon={<Eye aria-hidden className="size-4" />} onClick={() => same.image && onOpen(same.image.id)}>
              Open it
            </Button>
          )}
          {nextVariation !== null && (
            <Button size="sm" icon={<Dices aria-hidden className="size-4" />} onClick={() => onRecipe({ seed: String(nextVariation) })}>
              Another variation
            </Button>
          )}
        </div>
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5 text-sm text-pretty text-ink-muted">
          <p aria-live="polite">{problem ?? (isAsking ? ASK_AGAIN : isOnline ? '' : 'We’ll start once the server responds.')}</p>
          <p className="tabular-nums">{costLabel(model, recipe.count, credits)}</p>
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={pressed}
          disabledReason={refusal}
          icon={<Sparkles aria-hidden className="size-4" />}
        >
          {isAsking ? `${taskLabels[task].press} anyway` : taskLabels[task].press}
        </Button>
      </div>
    </form>
  );
}

const ASK_AGAIN = 'Look at the preview: the result is likely to disappoint. Press again to make it anyway.';

/** Whether the marked area is so large, or cuts through a person, that the button asks once more. */
function useDiscouraged(owner: ImageOwner, model: GenerationModel | undefined, { source, mask }: ImageRecipe): boolean {
  const isOnline = useConnection() === 'online';
  const isAsked = isOnline && source !== null && mask !== null && model?.capabilities.mask === true && model.capabilities.estimate === true;
  const { data } = useQuery({
    ...generationEstimateQuery(owner, model?.id ?? '', source ?? NO_SOURCE, { mask, aspect: null }),
    enabled: isAsked,
  });
  return isAsked && data?.is_discouraged === true;
}

const randomSeed = (): number => Math.floor(Math.random() * 2 ** 27);

interface PromptFieldProps {
  prompt: string;
  optional: boolean;
  maxLength: number;
  history: readonly string[];
  modelName: string;
  check: PromptCheckState;
  /** The button of the prompt library. */
  library: ReactNode;
  onPrompt: (prompt: string) => void;
}

/** Share of the limit from which the counter is visible. */
const NEAR_THE_END = 0.8;

function PromptField({ prompt, optional, maxLength, history, modelName, check, library, onPrompt }: PromptFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const tooLong = prompt.trim().length > maxLength;
  const take = (text: string) => {
    onPrompt(text);
    setOpen(false);
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Describe the image
        {optional && <span className="font-normal text-ink-muted"> optional</span>}
      </label>
      <CheckedTextarea
        id={id}
        rows={3}
        value={prompt}
        state={check}
        placeholder="Two balloons and a cake on a hill at sunset"
        aria-invalid={tooLong || undefined}
        aria-describedby={`${id}-check ${id}-room`}
        onChange={({ target }) => onPrompt(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <PromptCheckNote id={`${id}-check`} prompt={prompt} modelName={modelName} state={check} onPrompt={onPrompt} />
      <div className="flex flex-wrap items-center gap-2">
        {library}
        <Button
          size="sm"
          variant="quiet"
          icon={<History aria-hidden className="size-4" />}
          disabledReason={history.length === 0 && 'No descriptions yet.'}
          onClick={() => setOpen(true)}
        >
          History
        </Button>
        <p
          id={`${id}-room`}
          className={tooLong ? 'ml-auto text-sm text-danger tabular-nums' : 'ml-auto text-sm text-ink-muted tabular-nums'}
        >
          {prompt.length > maxLength * NEAR_THE_END && `${formatCount(prompt.trim().length)} of ${formatCount(maxLength)}`}
        </p>
      </div>
      <Sheet open={open} onOpenChange={setOpen} title="Recent descriptions" description="Choose one to use it again.">
        <ul className="grid gap-2 pt-1">
          {history.map((text) => (
            <li key={text}>
              <button
                type="button"
                onClick={() => take(text)}
                className="grid min-h-11 w-full content-center rounded-md border border-line bg-control p-3 text-left transition-colors hover:border-line-strong"
              >
                <span className="line-clamp-3 text-sm text-ink-muted">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}

interface MoreFieldsProps {
  recipe: ImageRecipe;
  model: GenerationModel;
  onRecipe: (change: Partial<ImageRecipe>) => void;
}

/** Fields that most requests leave empty. */
function MoreFields({ recipe, model: { capabilities }, onRecipe }: MoreFieldsProps) {
  const { negative_prompt: negative, seed, steps } = capabilities;
  if (!negative && !seed && !steps) return null;
  const wrongSeed = recipe.seed.trim() !== '' && !isSeed(recipe.seed);
  return (
    <details className="group/more">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-sm text-sm font-medium touch:min-h-11 [&::-webkit-details-marker]:hidden">
        More options
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
            label="Variation number"
            help="The same request with the same number creates the same image."
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
                  label="New number"
                  variant="secondary"
                  icon={<Dices aria-hidden className="size-4" />}
                  onClick={() => onRecipe({ seed: String(randomSeed()) })}
                />
              </div>
            )}
          </Field>
        )}
        <StepsField recipe={recipe} range={steps} onRecipe={onRecipe} />
      </div>
    </details>
  );
}
