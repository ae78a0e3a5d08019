import './looks.css';
import { AiBadge, CostsMoneyBadge } from '#src/domains/generation/compose/model-picker.tsx';
import type { RecipeSource } from '#src/domains/generation/compose/recipe.ts';
import type { Credits, GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import {
  confirmationDisabledReason,
  costLabel,
  creditsDisabledReason,
  creditsPerImage,
  dailyDisabledReason,
} from '#src/domains/generation/labels.ts';
import { useSession } from '#src/session/use-session.ts';
import { Banner } from '#src/ui/banner.tsx';
import { looksOf, type Look } from './looks.ts';
import { hasStylePictures, StylePicture } from './style-picture.tsx';
import { useStyleTiles } from './style-previews.ts';

interface LookGridProps {
  owner: ImageOwner;
  models: readonly GenerationModel[];
  /** What the styles are shown on, once the server has it. */
  source: RecipeSource | null;
  /** The URL of that image. It is shown in the tiles until they are there, also before the server has it. */
  own?: string | null;
  /** Visitors of a photo booth don't pay. */
  hidesPrice?: boolean;
  /** For many photos, whose number isn't known yet. */
  forMany?: boolean;
  credits: Credits | undefined;
  onChoose: (look: Look) => void;
}

/** A ref of what replaces the grid: it is shown from its top, however far the grid was scrolled. */
export const showFromTop = (part: HTMLElement | null): void => part?.scrollIntoView();

/** Styles grouped by model, in tiles large enough for touch. */
export function LookGrid({ owner, models, source, own = null, hidesPrice, forMany, credits, onChoose }: LookGridProps) {
  const isConfirmed = useSession()?.user.is_verified !== false;
  const tiles = useStyleTiles(
    owner,
    models.find(({ id }) => hasStylePictures(id)),
    source,
    { own },
  );
  const looks = looksOf(models);
  const used = [...new Set(looks.map(({ model }) => model))];
  return (
    <div className="grid gap-6">
      {used.map((model) => {
        const reason =
          confirmationDisabledReason(model, isConfirmed) ?? dailyDisabledReason(model, 1) ?? creditsDisabledReason(credits, model.credits);
        return (
          <section key={model.id} aria-label={model.name} className="grid gap-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
              <span className="text-pretty">
                {model.name}
                {!hidesPrice && ` · ${forMany ? creditsPerImage(model) : costLabel(model, 1, credits)}`}
              </span>
              <AiBadge model={model} />
              <CostsMoneyBadge model={model} />
            </p>
            {reason !== null && <Banner tone="warning" title={reason} />}
            <ul className="look-grid" data-plain={!hasStylePictures(model.id) || undefined}>
              {looks
                .filter((look) => look.model === model)
                .map((look) => (
                  <li key={look.key}>
                    <button type="button" className="look" disabled={reason !== null} onClick={() => onChoose(look)}>
                      <span className="look-picture">
                        <StylePicture modelId={model.id} style={look.style} tiles={hasStylePictures(model.id) ? tiles : null} />
                      </span>
                      {look.name}
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
