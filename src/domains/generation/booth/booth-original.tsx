import { useState } from 'react';
import { MediaImage } from '#src/shell/media-image.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import type { BoothPhoto } from './booth-step.ts';

/** The visitor's own photo. A kind that this browser does not show is seen as the server has drawn it. */
export function BoothOriginal({ photo, uploadId }: { photo: BoothPhoto; uploadId: string | null }) {
  const [isForeign, setForeign] = useState(false);
  return (
    <figure className="booth-picture">
      {!isForeign && <img src={photo.url} alt="The original" draggable={false} onError={() => setForeign(true)} />}
      {isForeign && uploadId !== null && <MediaImage src={apiUrl(`/api/v1/generation-sources/${uploadId}`)} alt="The original" />}
      <figcaption>Your photo</figcaption>
    </figure>
  );
}
