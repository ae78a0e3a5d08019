import { useEffect, useState } from 'react';
import { uploadSource } from '#src/domains/generation/queries.ts';
import { describeFailure } from '#src/shell/failure.ts';
import type { BoothPhoto } from './booth-step.ts';

export interface SourceUpload {
  /** At the server; null: not there yet. */
  id: string | null;
  /** Why the server does not take it. A line that is down is no reason. */
  refusal: string | null;
  retry: () => void;
}

const RETRY_MS = 5_000;

interface Sent {
  photo: BoothPhoto;
  id: string | null;
  refusal: string | null;
}

interface SavedSource {
  /** Of the photo, where it was sent before this page was opened. */
  sourceId: string | null;
  /** What is asked for names it: it is kept before that. */
  save: (sourceId: string) => Promise<void>;
}

/** Sends the photo ahead while its visitor still chooses; without a connection it waits for one. */
export function useSourceUpload(photo: BoothPhoto | null, isOnline: boolean, { sourceId, save }: SavedSource): SourceUpload {
  const [sent, setSent] = useState<Sent | null>(() => (photo && sourceId !== null ? { photo, id: sourceId, refusal: null } : null));
  const own = sent?.photo === photo ? sent : null;
  const isDone = own !== null;
  useEffect(() => {
    if (!photo || !isOnline || isDone) return undefined;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const upload = async () => {
      try {
        const { id } = await uploadSource(photo.blob);
        if (!gone) await save(id);
        if (!gone) setSent({ photo, id, refusal: null });
      } catch (error) {
        const { kind, detail } = describeFailure(error);
        if (gone) return;
        if (kind === 'failed') setSent({ photo, id: null, refusal: detail });
        else timer = setTimeout(() => void upload(), RETRY_MS);
      }
    };
    void upload();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [photo, isOnline, isDone, save]);
  return {
    id: own?.id ?? null,
    refusal: own?.refusal ?? null,
    retry: () => setSent(null),
  };
}
