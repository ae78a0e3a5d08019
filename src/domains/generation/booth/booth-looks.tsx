import { useQuery } from '@tanstack/react-query';
import { creditsDisabledReason } from '#src/domains/generation/credits-labels.ts';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { LookGrid } from '#src/domains/generation/looks/look-grid.tsx';
import { looksOf, type Look } from '#src/domains/generation/looks/looks.ts';
import { creditsQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import { QueryState } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { Camera, Sparkles } from '#src/ui/icons.ts';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import type { BoothPhoto } from './booth-step.ts';

interface BoothLooksProps {
  photo: BoothPhoto;
  owner: ImageOwner;
  onChoose: (look: Look) => void;
  onRestart: () => void;
}

export function BoothLooks({ photo, owner, onChoose, onRestart }: BoothLooksProps) {
  const models = useQuery(modelsQuery(owner));
  const { data: credits } = useQuery(creditsQuery(owner));
  const refusal = creditsDisabledReason(credits, 1);
  return (
    <div className="booth-looks">
      <div className="booth-title">
        <FallbackImage src={photo.url} alt="The original" className="booth-small" />
        <h1 className="text-2xl font-semibold">Choose a style</h1>
        <Button size="lg" className="booth-press" icon={<Camera aria-hidden className="size-5" />} onClick={onRestart}>
          New photo
        </Button>
      </div>
      {refusal !== null && <Banner tone="warning" title={refusal} />}
      <QueryState
        query={models}
        skeleton={
          <Loading label="Loading the styles" className="look-grid">
            {Array.from({ length: 12 }, (_, tile) => (
              <Skeleton key={tile} className="aspect-square" />
            ))}
          </Loading>
        }
        failed="Couldn’t load the styles"
        offline="We’ll keep the photo until they load."
      >
        {(items) =>
          looksOf(items).length === 0 ? (
            <EmptyState icon={<Sparkles />} title="No styles available">
              The platform’s admins choose which models are available.
            </EmptyState>
          ) : (
            <LookGrid models={items} hidesPrice onChoose={onChoose} />
          )
        }
      </QueryState>
    </div>
  );
}
