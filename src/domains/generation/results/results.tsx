import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { recipeOf, type ImageRecipe } from '#src/domains/generation/compose/recipe.ts';
import { ExampleGallery } from '#src/domains/generation/examples/example-gallery.tsx';
import type { GeneratedImage, Generation, ImageOwner } from '#src/domains/generation/generation.ts';
import { toLibraryImage, type LibraryImage } from '#src/domains/generation/library/library-image.ts';
import { cancelGeneration, generationsQuery, cacheGeneration } from '#src/domains/generation/queries.ts';
import { discardRequest, submitRequest, useWaitingRequestsOf } from '#src/domains/generation/requests.ts';
import { untilRead } from '#src/domains/generation/until-read.ts';
import { ImageViewer } from '#src/domains/generation/viewer/image-viewer.tsx';
import { uuid7 } from '#src/lib/uuid7.ts';
import type { GenerationRecord } from '#src/outbox/record.ts';
import { DataAge } from '#src/shell/data-age.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { useRefetchOnReconnect } from '#src/shell/use-refetch-on-reconnect.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Sparkles, Trash2 } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { GenerationCard } from './generation-card.tsx';
import { ImageMenu } from './image-menu.tsx';
import { usePatchedImages, type ImageActions } from './use-image-actions.ts';
import { WaitingRequestCard } from './waiting-request-card.tsx';

interface ResultsProps {
  account: string;
  owner: ImageOwner;
  actions: ImageActions;
  /** Id of the image open in the viewer. */
  openId: string | undefined;
  onOpen: (imageId: string | undefined) => void;
  onEdit: (recipe: ImageRecipe) => void;
}

/** Requests that still wait on this device, then all others, newest first: refused, under way, finished. */
export function Results({ account, owner, actions, openId, onOpen, onEdit }: ResultsProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(generationsQuery(owner));
  useRefetchOnReconnect(query);
  const asChanged = usePatchedImages();
  const [showsExamples, setShowsExamples] = useState(false);
  const shown = useMemo(() => {
    const seen = new Set<string>();
    const generations = (query.data?.pages ?? []).flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
    const imagesOf = ({ images }: Generation): GeneratedImage[] =>
      images.flatMap((image) => (image.deleted_at === null && asChanged(image.id, image)) || []);
    return generations.map((generation) => ({ generation, images: imagesOf(generation) }));
  }, [query.data, asChanged]);
  // The server's answer arrives a moment before the waiting requests are read again.
  const waiting = useWaitingRequestsOf(account, owner).filter(({ id }) => !shown.some(({ generation }) => generation.id === id));
  // A refused one is over: newer results come before it. Without a list, it is all there is.
  const isPlaced = ({ refusal }: GenerationRecord) => refusal !== null && query.data !== undefined;
  const stopped = waiting.filter(({ refusal }) => refusal !== null);
  const refused = waiting.filter(isPlaced).map((request) => ({ request, at: request.writtenAt }));
  const listed = [...refused, ...shown.map((each) => ({ ...each, at: Date.parse(each.generation.created_at) }))].toSorted(
    (a, b) => b.at - a.at,
  );
  const images = useMemo(() => shown.flatMap((each) => each.images.map(toLibraryImage)), [shown]);

  const menuOf = ({ generated }: LibraryImage) =>
    generated && <ImageMenu image={generated} actions={actions} size="lg" menuClass="venue" />;
  const cancel = async (id: string) => {
    try {
      cacheGeneration(client, await cancelGeneration(id));
    } catch (error) {
      toast.error('Couldn’t cancel the request', { detail: describeFailure(error).detail });
    }
  };
  const submit = async (...given: Parameters<typeof submitRequest>) => {
    try {
      await submitRequest(...given);
    } catch (error) {
      toast.error('Couldn’t save the request', { detail: describeFailure(error).detail });
    }
  };
  const again = ({ request, model_name: modelName }: Generation) =>
    submit({ id: uuid7(), account, body: { ...request, organization_id: owner }, modelName });
  const edit = (request: GenerationRecord, without?: 'source') => {
    void discardRequest(account, request.id);
    const recipe = recipeOf(request.body);
    onEdit(without === 'source' ? { ...recipe, source: null, mask: null } : recipe);
  };
  const exampleGallery = <ExampleGallery owner={owner} onTry={(example) => actions.compose({ example })} />;
  const waitingCard = (request: GenerationRecord) => (
    <WaitingRequestCard
      key={request.id}
      request={request}
      onRetry={() => void submit(request, false)}
      onEdit={(without) => edit(request, without)}
      onDiscard={() => void discardRequest(account, request.id)}
    />
  );
  return (
    <section aria-labelledby="results" className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="results" tabIndex={-1} className="scroll-mt-20 text-lg font-semibold outline-none">
          Results
        </h2>
        <DataAge at={query.dataUpdatedAt} failed={query.isError} />
        {stopped.length > 1 && (
          <Button
            size="sm"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => stopped.forEach((request) => void discardRequest(account, request.id))}
          >
            {`Discard all ${stopped.length} that didn’t start`}
          </Button>
        )}
        {listed.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            className="ml-auto underline underline-offset-4"
            aria-expanded={showsExamples}
            onClick={() => setShowsExamples(!showsExamples)}
          >
            Examples
          </Button>
        )}
      </div>
      {showsExamples && listed.length > 0 && exampleGallery}
      {waiting.filter((request) => !isPlaced(request)).map(waitingCard)}
      <QueryState
        query={waiting.length === 0 ? untilRead(query) : query}
        skeleton={<ResultsSkeleton />}
        failed="Couldn’t load your results"
        offline="You can still create requests. We’ll start once the server responds."
      >
        {() =>
          shown.length === 0 && waiting.length === 0 ? (
            <>
              <EmptyState icon={<Sparkles />} title="Nothing generated yet">
                Restyle a photo, describe an image, or try an example. Your results appear here and in your gallery.
              </EmptyState>
              {exampleGallery}
            </>
          ) : (
            <>
              {listed.map((each) =>
                'request' in each ? (
                  waitingCard(each.request)
                ) : (
                  <GenerationCard
                    key={each.generation.id}
                    generation={each.generation}
                    images={each.images}
                    actions={actions}
                    onCancel={() => void cancel(each.generation.id)}
                    onRetry={() => void again(each.generation)}
                    onOpen={onOpen}
                  />
                ),
              )}
              <LoadMore query={query} />
            </>
          )
        }
      </QueryState>
      {openId !== undefined && (
        <ImageViewer
          images={images}
          openId={openId}
          menu={menuOf}
          onFavorite={({ generated }, favorite) => generated && actions.setFavorite(generated, favorite)}
          onShow={onOpen}
          onClose={() => onOpen(undefined)}
        />
      )}
    </section>
  );
}

function ResultsSkeleton() {
  return (
    <Loading label="Loading your results" className="grid gap-4">
      {[0, 1].map((card) => (
        <div key={card} className="grid gap-3 rounded-lg border border-line bg-surface p-4">
          <Skeleton className="h-4 w-3/5" />
          <div className="grid grid-cols-2 gap-2 xl:grid-cols-4">
            {[0, 1, 2, 3].map((tile) => (
              <Skeleton key={tile} className="aspect-square !rounded-md" />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  );
}
