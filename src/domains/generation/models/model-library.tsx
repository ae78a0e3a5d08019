import { useQuery } from '@tanstack/react-query';
import { Abilities, AiBadge, CostsMoneyBadge } from '#src/domains/generation/compose/model-picker.tsx';
import { picturesOfModel } from '#src/domains/generation/examples/example-pictures.ts';
import type { GenerationModel, GenerationTask } from '#src/domains/generation/generation.ts';
import { creditsPerImage, limitLabels, tasksOf } from '#src/domains/generation/labels.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Library, X } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RowsSkeleton } from '#src/ui/rows-skeleton.tsx';

const taskLeads: Record<GenerationTask, string> = {
  'text-to-image': 'Images from a description.',
  'image-to-image': 'Give an image a new look.',
  erase: 'Remove small things from a photo.',
  extend: 'Bring a photo to another format.',
  upscale: 'Enlarge a small image.',
  'cut-out': 'Remove the background behind people.',
};

export function ModelLibrary({ onUse }: { onUse: (modelId: string) => void }) {
  const query = useQuery(modelsQuery(null));
  useRefetchOnReconnect(query);
  return (
    <Page
      title="Model Library"
      lead="The models you can create images with, and which of them use AI."
      actions={<DataAge at={query.dataUpdatedAt} failed={query.isError} />}
    >
      <QueryState
        query={query}
        skeleton={
          <RowsSkeleton
            label="Loading the models"
            rows={6}
            className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3"
            row="flex h-44 rounded-lg border border-line bg-surface p-5"
            lines={['h-5 w-32', 'h-4 w-48', 'h-4 w-full']}
          />
        }
        failed="Couldn’t load the models"
      >
        {(models) =>
          models.length === 0 ? (
            <EmptyState icon={<Library />} title="No models available">
              The platform’s admins choose which models are available.
            </EmptyState>
          ) : (
            // Tasks with one model share a row.
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 sm:grid-cols-2 lg:grid-cols-3">
              {tasksOf(models).map(({ task, name }) => (
                <TaskSection key={task} task={task} title={name} models={models.filter((model) => model.task === task)} onUse={onUse} />
              ))}
            </div>
          )
        }
      </QueryState>
    </Page>
  );
}

interface TaskSectionProps {
  task: GenerationTask;
  title: string;
  models: readonly GenerationModel[];
  onUse: (modelId: string) => void;
}

function TaskSection({ task, title, models, onUse }: TaskSectionProps) {
  const isAlone = models.length === 1;
  return (
    <section aria-labelledby={`task-${task}`} className={cn('grid grid-rows-[auto_1fr] gap-3', !isAlone && 'col-span-full')}>
      <div>
        <h2 id={`task-${task}`} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm text-ink-muted">{taskLeads[task]}</p>
      </div>
      <ul className={cn('grid gap-4', !isAlone && 'sm:grid-cols-2 lg:grid-cols-3')}>
        {models.map((model) => (
          <li key={model.id} className="flex flex-col gap-3 overflow-hidden rounded-lg border border-line bg-surface p-5 shadow-1">
            <ExamplePictures model={model} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-base font-semibold">{model.name}</h3>
              <AiBadge model={model} />
              <CostsMoneyBadge model={model} />
            </div>
            <p className="text-sm text-ink-muted">{model.description}</p>
            <Abilities model={model} />
            {limitLabels(model).length > 0 && (
              <ul aria-label={`What ${model.name} can’t do`} className="grid gap-1 text-sm text-ink-muted">
                {limitLabels(model).map((limit) => (
                  <li key={limit} className="flex gap-2">
                    <X aria-hidden className="mt-0.5 size-4 shrink-0" />
                    {limit}
                  </li>
                ))}
              </ul>
            )}
            <div className="mt-auto flex items-end justify-between gap-3 pt-1">
              <p className="min-w-0 text-sm text-ink-muted">
                {model.provider} · {creditsPerImage(model)}
                <span className="block wrap-anywhere">{model.licence === null ? 'No license stated' : `License: ${model.licence}`}</span>
              </p>
              <Button size="sm" aria-label={`Use ${model.name}`} onClick={() => onUse(model.id)}>
                Use
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the model makes. Models of other providers have none: their pictures would have to be bought. */
function ExamplePictures({ model }: { model: GenerationModel }) {
  const pictures = picturesOfModel(model.id);
  if (pictures.length === 0) return null;
  return (
    <div className="-mx-5 -mt-5 grid auto-cols-fr grid-flow-col gap-px">
      {pictures.map((src) => (
        <FallbackImage
          key={src}
          src={src}
          alt={`Example of ${model.name}`}
          width={360}
          height={360}
          loading="lazy"
          className="aspect-square max-h-44 w-full object-cover"
        />
      ))}
    </div>
  );
}
