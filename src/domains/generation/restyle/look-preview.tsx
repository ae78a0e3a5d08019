import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { GenerationEstimate } from '#src/domains/generation/compose/generation-estimate.tsx';
import { EMPTY_RECIPE, type RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import { findSameRequest, sameRequestReason } from '#src/domains/generation/compose/same-request.ts';
import { StylePreview } from '#src/domains/generation/compose/style-preview.tsx';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { creditsDisabledReason, totalCost } from '#src/domains/generation/labels.ts';
import { showFromTop } from '#src/domains/generation/looks/look-grid.tsx';
import { lookRequest, type Look } from '#src/domains/generation/looks/looks.ts';
import { creditsQuery, generationsQuery } from '#src/domains/generation/queries.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Eye, Palette, Sparkles } from '#src/ui/icons.ts';

interface LookPreviewProps {
  look: Look;
  source: RecipeSource;
  owner: ImageOwner;
  /** Whose credits are used, where there is a choice. */
  payer: string | null;
  ownerField: ReactNode;
  onCreate: (strength: number) => void;
  onBack: () => void;
}

/** The style on this photo, small and free, with its strength, before it costs anything. */
export function LookPreview({ look, source, owner, payer, ownerField, onCreate, onBack }: LookPreviewProps) {
  const { model, style } = look;
  const [strength, setStrength] = useState(EMPTY_RECIPE.strength);
  const { data: credits } = useQuery(creditsQuery(owner));
  const { data: requests } = useInfiniteQuery(generationsQuery(owner));
  const earlier = (requests?.pages ?? []).flatMap(({ items }) => items);
  const same = findSameRequest(lookRequest(look, source, owner, strength), model, earlier);
  const id = useId();
  return (
    <div ref={showFromTop} className="grid gap-3">
      <StylePreview owner={owner} model={model.id} style={style ?? ''} strength={strength} source={source} />
      <GenerationEstimate owner={owner} model={model} source={source} />
      <div className="flex items-center gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          Strength
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={strength}
          aria-valuetext={`${Math.round(strength * 100)}%`}
          onChange={({ target }) => setStrength(Number(target.value))}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-accent"
        />
      </div>
      {ownerField}
      <Button
        size="lg"
        variant="primary"
        icon={<Sparkles aria-hidden className="size-4" />}
        disabledReason={sameRequestReason(same) ?? creditsDisabledReason(credits, model.credits)}
        className="h-auto min-h-12 py-2 wrap-anywhere whitespace-normal"
        onClick={() => onCreate(strength)}
      >
        {`Create (${totalCost(model, 1).toLowerCase()}${payer === null || model.credits === 0 ? '' : ` of ${payer}`})`}
      </Button>
      {same && (
        <p role="status" className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-muted">
          {sameRequestReason(same)}
          {same.image && (
            <Link to="/dashboard/gallery" search={{ image: same.image.id }} className={buttonClass({ size: 'sm' })}>
              <Eye aria-hidden className="size-4" />
              Open it
            </Link>
          )}
        </p>
      )}
      <Button icon={<Palette aria-hidden className="size-4" />} onClick={onBack}>
        Another style
      </Button>
    </div>
  );
}
