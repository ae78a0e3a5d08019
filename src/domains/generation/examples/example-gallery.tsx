import { useQuery } from '@tanstack/react-query';
import type { ImageOwner } from '#src/domains/generation/generation.ts';
import { modelsQuery } from '#src/domains/generation/queries.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { examples } from './example-list.ts';
import { examplePicture } from './example-pictures.ts';

interface ExampleGalleryProps {
  owner: ImageOwner;
  /** Fills the form with the recipe of an example. */
  onTry: (exampleId: string) => void;
}

/** What the models that are available make, until there are own images. Labeled as examples: they belong to nobody's library. */
export function ExampleGallery({ owner, onTry }: ExampleGalleryProps) {
  const { data: models = [] } = useQuery(modelsQuery(owner));
  const shown = examples.flatMap((example) => {
    const model = models.find(({ id }) => id === example.recipe.model);
    return model ? [{ ...example, model }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="examples" className="grid gap-3">
      <div>
        <h3 id="examples" className="text-lg font-semibold">
          Examples
        </h3>
        <p className="text-sm text-ink-muted">Made with the models you can use here. They aren’t in your library.</p>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {shown.map(({ id, title, model, recipe }) => (
          <li key={id} className="flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-1">
            <span className="relative">
              <FallbackImage
                src={examplePicture(id) ?? ''}
                alt={recipe.prompt === '' ? title : recipe.prompt}
                width={360}
                height={360}
                loading="lazy"
                className="aspect-square h-auto w-full object-cover"
              />
              <span className="absolute top-2 left-2 flex rounded-full bg-surface">
                <Badge>Example</Badge>
              </span>
            </span>
            <div className="flex flex-1 flex-col gap-2 p-3">
              <p className="text-sm font-medium">{title}</p>
              <p className="text-sm text-ink-muted">{model.name}</p>
              <Button size="sm" className="mt-auto" aria-label={`Try this: ${title}`} onClick={() => onTry(id)}>
                Try this
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
