import { useState } from 'react';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { capabilityLabels, creditsPerImage } from '#src/domains/generation/labels.ts';
import { useSession } from '#src/session/use-session.ts';
import { Badge } from '#src/ui/badge.tsx';
import { cn } from '#src/ui/cn.ts';
import { Check, ChevronRight } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';

interface ModelPickerProps {
  /** The models of one task. */
  models: readonly GenerationModel[];
  model: GenerationModel;
  onChoose: (model: GenerationModel) => void;
}

/** Shows the current model as a card that opens the list of models. */
export function ModelPicker({ models, model, onChoose }: ModelPickerProps) {
  const [open, setOpen] = useState(false);
  const alone = models.length === 1;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">Model</p>
      {alone ? (
        <div className="grid gap-2 rounded-md border border-line p-3">
          <ModelLine model={model} />
          <p className="text-sm text-ink-muted">{model.description}</p>
        </div>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-3 rounded-md border border-line-strong bg-control p-3 text-left transition-colors hover:bg-hover"
        >
          <ModelLine model={model} />
          <span className="sr-only">Change model</span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
        </button>
      )}
      <Sheet open={open} onOpenChange={setOpen} title="Choose a model" description="What each model accepts, and the cost per image.">
        <ul className="grid gap-2 pt-1">
          {models.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                aria-pressed={each.id === model.id}
                onClick={() => {
                  onChoose(each);
                  setOpen(false);
                }}
                className={cn(
                  'grid w-full gap-2 rounded-md border border-line bg-control p-4 text-left transition-colors hover:border-line-strong',
                  each.id === model.id && 'border-accent-text bg-accent-soft',
                )}
              >
                <span className="flex items-start gap-3">
                  <ModelLine model={each} />
                  {each.id === model.id && <Check aria-hidden className="size-4 shrink-0 text-accent-text" />}
                </span>
                <span className="text-sm text-ink-muted">{each.description}</span>
                <Abilities model={each} />
              </button>
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  );
}

function ModelLine({ model }: { model: GenerationModel }) {
  return (
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-sm font-medium">{model.name}</span>
        <AiBadge model={model} />
        <CostsMoneyBadge model={model} />
      </span>
      <span className="text-sm text-ink-muted">
        {model.provider} · {creditsPerImage(model)}
      </span>
    </span>
  );
}

/** Labels AI models wherever a model is named. Rule-based models get no badge. */
export function AiBadge({ model }: { model: Pick<GenerationModel, 'is_ai'> }) {
  return <Badge tone={model.is_ai ? 'accent' : 'neutral'}>{model.is_ai ? 'AI model' : 'Not an AI model'}</Badge>;
}

/** For those who pay for it. */
export function CostsMoneyBadge({ model }: { model: Pick<GenerationModel, 'costs_money'> }) {
  const isPaying = useSession()?.user.permissions.all === true;
  return isPaying && model.costs_money ? <Badge tone="warning">Costs money</Badge> : null;
}

export function Abilities({ model }: { model: GenerationModel }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {capabilityLabels(model).map((word) => (
        <span key={word} className="rounded-full border border-line px-2 py-0.5 text-xs text-ink-muted">
          {word}
        </span>
      ))}
    </span>
  );
}
