// Four small, free previews of variations of an image, of which one is made. For models that draw the same picture of the same number.
import './variations-sheet.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { promptPreviewQuery } from '#src/domains/generation/compose/prompt-preview.tsx';
import { NO_SOURCE, recipeSource } from '#src/domains/generation/compose/recipe.ts';
import { sourceUrl } from '#src/domains/generation/compose/source-field.tsx';
import type { GeneratedImage, GenerationModel, GenerationRequest, ImageOwner } from '#src/domains/generation/generation.ts';
import { totalCost } from '#src/domains/generation/labels.ts';
import { stylePreviewQuery, useObjectUrl } from '#src/domains/generation/looks/style-previews.ts';
import { generationQuery } from '#src/domains/generation/queries.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { QueryState } from '#src/shell/query-state.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dices, Sparkles } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { variationSeeds } from './variation-seeds.ts';

interface VariationsSheetProps {
  image: GeneratedImage;
  model: GenerationModel;
  owner: ImageOwner;
  /** Why nothing can be made now. */
  disabledReason: string | null;
  onMake: (request: GenerationRequest, seed: number) => void;
  onClose: () => void;
}

const SHOWN = 4;

export default function VariationsSheet({ image, model, owner, disabledReason, onMake, onClose }: VariationsSheetProps) {
  const query = useQuery(generationQuery(image.generation_id));
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<number | null>(null);
  const isOnline = useConnection() === 'online';
  const request = query.data?.request;
  const seeds = variationSeeds(image.seed ?? 0, round, SHOWN);
  const refusal = (isOnline ? null : NEEDS_CONNECTION) ?? disabledReason ?? (chosen === null ? 'Choose a variation first.' : null);
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title="Choose a variation"
      description="Previews are free. Only the one you make costs credits."
      footer={
        <>
          <Button
            variant="primary"
            icon={<Sparkles aria-hidden className="size-4" />}
            disabledReason={refusal}
            onClick={() => request && chosen !== null && onMake(request, chosen)}
          >
            Make this one ({totalCost(model, 1).toLowerCase()})
          </Button>
          <Button
            icon={<Dices aria-hidden className="size-4" />}
            disabledReason={!isOnline && NEEDS_CONNECTION}
            onClick={() => {
              setChosen(null);
              setRound(round + 1);
            }}
          >
            Show 4 others
          </Button>
        </>
      }
    >
      <QueryState query={query} skeleton={<TilesSkeleton />} failed="Couldn’t read the request" offline={NEEDS_CONNECTION}>
        {({ request: made }) => <Tiles key={round} seeds={seeds} request={made} owner={owner} chosen={chosen} onChoose={setChosen} />}
      </QueryState>
    </Sheet>
  );
}

function TilesSkeleton() {
  return (
    <Loading label="Loading the variations" className="variation-tiles">
      {Array.from({ length: SHOWN }, (_, at) => (
        <Skeleton key={at} className="aspect-square" />
      ))}
    </Loading>
  );
}

interface TilesProps {
  seeds: readonly number[];
  request: GenerationRequest;
  owner: ImageOwner;
  chosen: number | null;
  onChoose: (seed: number) => void;
}

function Tiles({ seeds, request, owner, chosen, onChoose }: TilesProps) {
  // One after the other: of one person, a newer preview replaces one that waits.
  const [settled, setSettled] = useState(0);
  return (
    <fieldset className="variation-tiles">
      <legend className="sr-only">Variation</legend>
      {seeds.map((seed, at) => (
        <Tile
          key={seed}
          label={`Variation ${at + 1}`}
          seed={seed}
          request={request}
          owner={owner}
          isNext={at <= settled}
          isChosen={seed === chosen}
          onChoose={() => onChoose(seed)}
          onSettled={() => setSettled((now) => Math.max(now, at + 1))}
        />
      ))}
    </fieldset>
  );
}

interface TileProps extends Pick<TilesProps, 'request' | 'owner'> {
  label: string;
  seed: number;
  /** Whether its preview is to be asked for now. */
  isNext: boolean;
  isChosen: boolean;
  onChoose: () => void;
  onSettled: () => void;
}

function Tile({ label, seed, request, owner, isNext, isChosen, onChoose, onSettled }: TileProps) {
  const isOnline = useConnection() === 'online';
  const { model, prompt, negative_prompt: negativePrompt, width, height, style, source, strength } = request;
  const enabled = isNext && isOnline;
  // A preview of a style has its full strength, and is shown over its source as strong as the result.
  const ofStyle = stylePreviewQuery({ owner, model, style: style ?? '', seed, source: source ? recipeSource(source) : NO_SOURCE });
  const ofPrompt = promptPreviewQuery({ owner, model, prompt, negativePrompt, width: width ?? 1, height: height ?? 1, seed });
  const styled = useQuery({ ...ofStyle, enabled: enabled && source !== null });
  const drawn = useQuery({ ...ofPrompt, enabled: enabled && source === null });
  const { data, error, refetch } = source ? styled : drawn;
  const url = useObjectUrl(data);
  const isSettled = data !== undefined || error !== null;
  useEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (error && isOnline && url === null)
    return (
      <div className="variation-tile content-center gap-2 p-3 text-sm text-ink-muted">
        {describeFailure(error).detail}
        <Button size="sm" onClick={() => void refetch()}>
          Retry
        </Button>
      </div>
    );
  return (
    <label className="variation-tile">
      <input type="radio" name="variation" checked={isChosen} disabled={url === null} onChange={onChoose} className="sr-only" />
      {url === null ? (
        isOnline ? (
          <Skeleton className="size-full min-h-32" />
        ) : (
          <span className="p-3 text-sm text-ink-muted">You’re offline.</span>
        )
      ) : (
        <>
          {source && <MediaImage src={sourceUrl(recipeSource(source), 'thumb')} alt="" className="variation-source" />}
          <img src={url} alt={label} draggable={false} style={{ opacity: source ? (strength ?? 1) : 1 }} />
        </>
      )}
    </label>
  );
}
