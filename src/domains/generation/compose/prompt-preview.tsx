// A small, free sketch of what clip art draws of the words, before the image is requested: the same picture, made smaller.
import './style-preview.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { GenerationModel, ImageOwner } from '#src/domains/generation/generation.ts';
import { samplePictureQuery, useObjectUrl } from '#src/domains/generation/looks/style-previews.ts';
import { useConnection } from '#src/shell/connection.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { Dices } from '#src/ui/icons.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { ImageRecipe } from './recipe.ts';

/** It costs the server little. */
const PREVIEWED = 'builtin:illustrator';

export const hasPromptPreview = ({ id, capabilities }: GenerationModel): boolean =>
  id === PREVIEWED && capabilities.vocabulary === true && capabilities.sizes.length > 0;

interface PromptPreviewOf {
  owner: ImageOwner;
  model: string;
  prompt: string;
  negativePrompt: string;
  /** Of the image. */
  width: number;
  height: number;
  seed: number;
}

/** A small sketch of what the request with this seed will be. */
export const promptPreviewQuery = ({ owner, model: modelId, prompt, negativePrompt, ...picture }: PromptPreviewOf) =>
  samplePictureQuery(
    ['prompt-preview', owner, modelId, prompt, negativePrompt, picture],
    apiUrl(`/api/v1/generation-models/${encodeURIComponent(modelId)}/preview-prompt`),
    { organization_id: owner, prompt, negative_prompt: negativePrompt, ...picture },
  );

interface PromptPreviewProps {
  owner: ImageOwner;
  recipe: ImageRecipe;
  seed: number;
  /** The words are checked, and name something that is drawn. */
  isDrawable: boolean;
  /** Another random number; undefined where the person chose one. */
  onAnother: (() => void) | undefined;
}

export function PromptPreview({ owner, recipe, seed, isDrawable, onAnother }: PromptPreviewProps) {
  const isOnline = useConnection() === 'online';
  const [width = 1, height = 1] = recipe.size.split('x').map(Number);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...promptPreviewQuery({
      owner,
      model: recipe.model,
      prompt: recipe.prompt.trim(),
      negativePrompt: recipe.negativePrompt.trim(),
      width,
      height,
      seed,
    }),
    enabled: isOnline && isDrawable,
    placeholderData: keepPreviousData,
  });
  const url = useObjectUrl(data);
  const isCurrent = isDrawable && !isPlaceholderData;
  return (
    <figure className="prompt-preview">
      <div className="prompt-preview-frame" style={{ '--preview-ratio': width / height } as CSSProperties}>
        {url === null ? (
          !error && isOnline && <Skeleton className="size-full" />
        ) : (
          <img src={url} alt="What will be drawn" draggable={false} className={cn('size-full object-cover', !isCurrent && 'opacity-50')} />
        )}
      </div>
      <figcaption className="grid content-center justify-items-start gap-2 text-sm text-ink-muted" aria-live="polite">
        {!isOnline ? (
          'You’re offline. The preview needs a connection.'
        ) : error ? (
          describeFailure(error).detail
        ) : (
          <>Preview{recipe.count > 1 && ' of the first image'}, free. The image is this one, larger.</>
        )}
        {error && isOnline && (
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        )}
        {!error && isOnline && onAnother && (
          <Button size="sm" icon={<Dices aria-hidden className="size-4" />} onClick={onAnother}>
            Show another
          </Button>
        )}
      </figcaption>
    </figure>
  );
}
