import { useState } from 'react';
import type { GeneratedImage } from '#src/domains/generation/generation.ts';
import { GeneratedPicture } from '#src/domains/generation/results/generated-picture.tsx';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Eye, Palette, Send, Trash2 } from '#src/ui/icons.ts';
import { BoothOriginal } from './booth-original.tsx';
import type { BoothPhoto } from './booth-step.ts';

interface BoothResultProps {
  photo: BoothPhoto;
  uploadId: string | null;
  image: GeneratedImage;
  look: string;
  eventName: string;
  sending: boolean;
  onSend: () => void;
  onAgain: () => void;
  onDiscard: () => void;
}

const icon = 'size-5';

/** The picture beside the photo that it was made of, and what becomes of it. */
export function BoothResult({ photo, uploadId, image, look, eventName, sending, onSend, onAgain, onDiscard }: BoothResultProps) {
  const [revealed, setRevealed] = useState(false);
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const hidden = image.is_sensitive && !revealed;
  return (
    <div className="booth-step">
      <h1 className="sr-only">Your image</h1>
      <div className="booth-pair">
        <figure className="booth-picture">
          <div role="img" aria-label={hidden ? 'Your image, hidden because it may show nudity' : `Your image: ${look}`}>
            <GeneratedPicture image={image} variant="preview" revealed={revealed} fit="contain" />
          </div>
          <figcaption>{look}</figcaption>
        </figure>
        <BoothOriginal photo={photo} uploadId={uploadId} />
      </div>
      {/* "Restyle" where "Cancel" stood while it was made, "Discard" where "New photo" did: a press that comes too late does the same. */}
      <div className="booth-foot">
        <Button size="lg" className="booth-press" icon={<Palette aria-hidden className={icon} />} onClick={onAgain}>
          {' '}
          Restyle
        </Button>
        <Button
          size="lg"
          className="booth-press"
          disabledReason={offline}
          icon={<Trash2 aria-hidden className={icon} />}
          onClick={onDiscard}
        >
          Discard
        </Button>
        {hidden ? (
          <Button
            size="lg"
            variant="primary"
            className="booth-press"
            icon={<Eye aria-hidden className={icon} />}
            onClick={() => setRevealed(true)}
          >
            Show
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            className="booth-press"
            loading={sending}
            disabledReason={offline}
            icon={<Send aria-hidden className={icon} />}
            aria-label={`Send to gallery: ${eventName}`}
            onClick={onSend}
          >
            Send to gallery
          </Button>
        )}
      </div>
    </div>
  );
}
