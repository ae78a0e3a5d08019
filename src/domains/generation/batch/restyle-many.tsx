// Many photos in one style: choose the style, see the cost, start, watch. Loaded on demand: it needs a connection anyway.
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { object, string } from 'valibot';
import { AiBadge } from '#src/domains/generation/compose/model-picker.tsx';
import { EMPTY_RECIPE, type RecipeSource, recipeSource } from '#src/domains/generation/compose/recipe.ts';
import { sourceUrl } from '#src/domains/generation/compose/source-field.tsx';
import { hasStylePreview, StylePreview } from '#src/domains/generation/compose/style-preview.tsx';
import type { OwnerChoice } from '#src/domains/generation/event-owners.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { creditsPerImage } from '#src/domains/generation/labels.ts';
import { LookGrid, showFromTop } from '#src/domains/generation/looks/look-grid.tsx';
import { lookRequest, looksOf, type Look } from '#src/domains/generation/looks/looks.ts';
import { hasStylePictures, StylePicture } from '#src/domains/generation/looks/style-picture.tsx';
import { useStyleTiles } from '#src/domains/generation/looks/style-previews.ts';
import { creditsQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import { pluralize } from '#src/lib/format.ts';
import { uuid7 } from '#src/lib/uuid7.ts';
import { useAppForm } from '#src/shell/app-form.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { Form, useFieldValue } from '#src/ui/form.tsx';
import { ArrowLeft } from '#src/ui/icons.ts';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { RangeField } from '#src/ui/range-field.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { BatchProgress } from './batch-progress.tsx';
import { type BatchEstimate, type BatchRequest, cacheBatch, estimateQuery, startBatch } from './batches.ts';
import { watchBatch } from './watch-batches.ts';

/** How many photos are made first, to be looked at. */
const FIRST = 3;

export interface RestyleManyProps {
  account: string;
  /** Selected photos and images, or a gallery. */
  photos: Pick<BatchRequest, 'sources'> | Pick<BatchRequest, 'gallery'>;
  title: string;
  /** Whose credits and gallery can be used, the first by default. */
  owners: readonly OwnerChoice[];
  /** An event that the person may post results to. */
  event: { id: string; name: string } | null;
  /** Why there is no such event, as a sentence. */
  noPost?: string | null;
  className?: string;
  onClose: () => void;
}

export default function RestyleMany(props: RestyleManyProps) {
  const { title, className, onClose } = props;
  const [look, setLook] = useState<Look | null>(null);
  const [batchId, setBatchId] = useState<string | null>(null);
  const [owner, setOwner] = useState<ImageOwner>(props.owners[0]?.owner ?? null);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={look ? look.name : 'Every photo gets the same style. The photos themselves don’t change.'}
      {...(className !== undefined && { className })}
      // The start of a batch is the one action of its options.
      {...((look === null || batchId !== null) && {
        footer: (
          <Link to="/dashboard/generate/batches" className={buttonClass({ className: 'w-full' })}>
            All batches
          </Link>
        ),
      })}
    >
      {batchId !== null ? (
        <BatchProgress id={batchId} />
      ) : look ? (
        <Options {...props} {...{ look, owner }} onOwner={setOwner} onBack={() => setLook(null)} onStarted={setBatchId} />
      ) : (
        <Looks owner={owner} photos={props.photos} onChoose={setLook} />
      )}
    </Sheet>
  );
}

interface LooksProps extends Pick<RestyleManyProps, 'photos'> {
  owner: ImageOwner;
  onChoose: (look: Look) => void;
}

function Looks({ owner, photos, onChoose }: LooksProps) {
  const models = useQuery(modelsQuery(owner));
  const isOnline = useConnection() === 'online';
  // The server says which of the photos styles are shown on: not all are usable.
  const shown = looksOf(models.data ?? []).find(({ model }) => hasStylePictures(model.id));
  const asked = shown && { model: shown.model.id, prompt: '', style: shown.style, organization_id: owner, ...photos };
  const { data: estimate } = useQuery(estimateQuery(isOnline && asked ? asked : null));
  const { data: credits } = useQuery(creditsQuery(owner));
  return (
    <QueryState
      query={models}
      skeleton={
        <Loading label="Loading the styles" className="look-grid">
          {Array.from({ length: 6 }, (_, tile) => (
            <Skeleton key={tile} className="aspect-square" />
          ))}
        </Loading>
      }
      failed="Couldn’t load the styles"
      offline={NEEDS_CONNECTION}
    >
      {(items) => (
        <LookGrid
          forMany
          owner={owner}
          models={items}
          source={estimate ? sourceOf(estimate) : null}
          own={estimate ? ownOf(estimate) : null}
          credits={credits}
          onChoose={onChoose}
        />
      )}
    </QueryState>
  );
}

/** The photo that styles are shown on. */
const sourceOf = ({ preview_source: source }: BatchEstimate): RecipeSource => recipeSource(source);
const ownOf = (estimate: BatchEstimate): string => sourceUrl(sourceOf(estimate), 'thumb');

interface OptionsProps extends RestyleManyProps {
  look: Look;
  owner: ImageOwner;
  onOwner: (owner: ImageOwner) => void;
  onBack: () => void;
  onStarted: (batchId: string) => void;
}

const strengthForm = object({ strength: string() });
const MINE = 'mine';

function Options({ account, photos, owners, event, noPost, look, owner, onOwner, onBack, onStarted }: OptionsProps) {
  const client = useQueryClient();
  const isOnline = useConnection() === 'online';
  const [id, setId] = useState(uuid7);
  const [isPosted, setPosted] = useState(false);
  const [isTried, setTried] = useState(true);
  const form = useAppForm(strengthForm, {
    defaultValues: { strength: String(EMPTY_RECIPE.strength) },
    submit: async ({ strength }) => start.mutateAsync(requestOf(Number(strength))),
  });
  const { model } = look;
  const { style, prompt } = lookRequest(look, { kind: 'photo', id, event_id: null }, owner);
  const asked: BatchRequest = { model: model.id, prompt, style, organization_id: owner, ...photos };
  const estimate = useQuery(estimateQuery(isOnline ? asked : null));
  const { data } = estimate;
  const tiles = useStyleTiles(owner, model, data ? sourceOf(data) : null, { own: data ? ownOf(data) : null });
  const affordable = affordablePhotos(data);
  const count = affordable ?? data?.photos ?? 0;
  const requestOf = (strength: number): BatchRequest => ({
    ...asked,
    ...(model.capabilities.strength && { strength }),
    ...(isPosted && event && { post_to_event_id: event.id }),
    ...(affordable !== null && { max_photos: affordable }),
    ...(isTried && count > FIRST && { pause_after: FIRST }),
  });
  const start = useMutation({
    mutationFn: (body: BatchRequest) => startBatch(id, account, body),
    onSuccess(batch) {
      cacheBatch(client, batch);
      void client.invalidateQueries({ queryKey: ['generation', 'credits'] });
      watchBatch(batch);
      onStarted(batch.id);
    },
    // Another request has another key.
    onError: () => setId(uuid7()),
  });
  return (
    <Form form={form} failureTitle="Couldn’t start the batch" className="grid gap-5">
      <div ref={showFromTop} className="flex items-center gap-3">
        <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken">
          <StylePicture modelId={model.id} style={look.style} tiles={tiles} className="size-full object-cover" />
        </span>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p className="font-medium wrap-anywhere">{look.name}</p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-muted">
            {model.name} · {creditsPerImage(model)} <AiBadge model={model} />
          </p>
        </div>
        <Button size="sm" variant="quiet" icon={<ArrowLeft aria-hidden className="size-4" />} onClick={onBack}>
          Styles
        </Button>
      </div>
      {data && look.style !== null && hasStylePreview(model, look.style) ? (
        <Preview owner={owner} modelId={model.id} style={look.style} source={sourceOf(data)} />
      ) : (
        <p className="text-sm text-ink-muted">{model.description}</p>
      )}
      {model.capabilities.strength && (
        <RangeField name="strength" label="Strength" min={0.1} max={1} step={0.1} format={(value) => `${Math.round(value * 100)}%`} />
      )}
      {owners.length > 1 && (
        <RadioGroup
          name="batch-owner"
          legend="Results and credits"
          columns={1}
          options={owners.map((one) => ({
            value: one.owner ?? MINE,
            label: one.name,
            help: one.owner === null ? 'In your gallery, with your credits.' : 'In the organization’s image gallery, with its credits.',
          }))}
          value={owner ?? MINE}
          onChange={({ target }) => onOwner(target.value === MINE ? null : target.value)}
        />
      )}
      {event && (
        <Checkbox
          label={`Also post to ${event.name}`}
          help="As new photos labeled Generated. Results that may show nudity aren’t posted."
          checked={isPosted}
          onChange={({ target }) => setPosted(target.checked)}
        />
      )}
      {noPost && <p className="text-sm text-ink-muted">{noPost}</p>}
      {count > FIRST && (
        <Checkbox
          label={`Pause after ${FIRST} photos so I can check them`}
          help="Nothing is posted before you resume. If you cancel, only these are charged."
          checked={isTried}
          onChange={({ target }) => setTried(target.checked)}
        />
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 grid gap-3 border-t border-line bg-raised px-5 pt-3 pb-[max(--spacing(5),var(--safe-bottom))]">
        <Cost estimate={estimate} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={start.isPending || (isOnline && estimate.isPending)}
          disabledReason={
            (!isOnline && NEEDS_CONNECTION) ||
            (estimate.isError && describeFailure(estimate.error).detail) ||
            (affordable === 0 && creditsNote(data))
          }
        >
          {count === 0 ? 'Start' : `Restyle ${affordable === null ? '' : 'the first '}${pluralize(count, 'photo', 'photos')}`}
        </Button>
      </div>
    </Form>
  );
}

/** How many photos the credits that are left are enough for; null if for all. */
function affordablePhotos(estimate: BatchEstimate | null | undefined): number | null {
  if (!estimate) return null;
  const { credits, credits_left: left, unit_credits: each } = estimate;
  return left !== null && credits > left ? Math.floor(left / each) : null;
}

function creditsNote(estimate: BatchEstimate | null | undefined): string {
  const left = estimate?.credits_left ?? null;
  if (left === null) return 'No limit this month.';
  const affordable = affordablePhotos(estimate);
  const leftOver = left === 0 ? 'No credits are left this month.' : `${pluralize(left, 'credit is', 'credits are')} left this month.`;
  if (affordable === null) return leftOver;
  if (affordable === 0) return left === 0 ? leftOver : `${leftOver} That isn’t enough for one photo.`;
  return `${leftOver} That’s enough for the first ${pluralize(affordable, 'photo', 'photos')}.`;
}

/** The style on one of the photos. */
function Preview({ owner, modelId, style, source }: { owner: ImageOwner; modelId: string; style: string; source: RecipeSource }) {
  const strength = Number(useFieldValue('strength'));
  return <StylePreview owner={owner} model={modelId} style={style} strength={strength} source={source} />;
}

function Cost({ estimate }: { estimate: Pick<UseQueryResult<BatchEstimate | null>, 'data' | 'isError' | 'error' | 'refetch'> }) {
  const { data, isError, error } = estimate;
  if (isError)
    return (
      <Banner
        tone="danger"
        title="These photos can’t be restyled"
        actions={
          <Button size="sm" onClick={() => void estimate.refetch()}>
            Try again
          </Button>
        }
      >
        {describeFailure(error).detail}
      </Banner>
    );
  if (!data) return <Skeleton className="h-10" />;
  const { photos, left_out: leftOut, unit_credits: each, credits } = data;
  const isEnough = affordablePhotos(data) === null;
  return (
    <div role="status" className="grid gap-1 text-sm tabular-nums">
      <p className="font-medium">
        {pluralize(photos, 'photo', 'photos')} × {pluralize(each, 'credit', 'credits')} = {pluralize(credits, 'credit', 'credits')}
      </p>
      <p className={isEnough ? 'text-ink-muted' : 'text-warning'}>
        {creditsNote(data)}
        {isEnough && ' Images that aren’t made are refunded.'}
      </p>
      {leftOut > 0 && (
        <p className="text-ink-muted">
          {pluralize(leftOut, 'photo is', 'photos are')} left out: not ready, not downloadable, or too large for this model.
        </p>
      )}
    </div>
  );
}
