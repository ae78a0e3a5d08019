import './looks.css';
import { AiBadge } from '#src/domains/generation/compose/model-picker.tsx';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { creditsPerImage } from '#src/domains/generation/labels.ts';
import { looksOf, type Look } from './looks.ts';
import { StylePicture } from './style-picture.tsx';

interface LookGridProps {
  models: readonly GenerationModel[];
  /** Visitors of a photo booth don't pay. */
  hidesPrice?: boolean;
  onChoose: (look: Look) => void;
}

/** Styles grouped by model, in tiles large enough for touch. */
export function LookGrid({ models, hidesPrice, onChoose }: LookGridProps) {
  const looks = looksOf(models);
  const used = [...new Set(looks.map(({ model }) => model))];
  return (
    <div className="grid gap-6">
      {used.map((model) => (
        <section key={model.id} aria-label={model.name} className="grid gap-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
            <span>{hidesPrice ? model.name : `${model.name} · ${creditsPerImage(model)}`}</span>
            <AiBadge model={model} />
          </p>
          <ul className="look-grid">
            {looks
              .filter((look) => look.model === model)
              .map((look) => (
                <li key={look.key}>
                  <button type="button" className="look" onClick={() => onChoose(look)}>
                    <span className="look-picture">
                      <StylePicture modelId={model.id} style={look.style} />
                    </span>
                    {look.name}
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
