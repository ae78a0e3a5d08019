import { useEffect, useMemo, useState } from 'react';
import type { BoothStep } from './booth-step.ts';
import { visitorStore, type SavedVisitor } from './saved-visitor.ts';

/** Who stood here when the page was closed. Undefined: still being read; null: nobody, or what is kept cannot be read. */
export function useSavedVisitor(account: string, event: string): SavedVisitor | null | undefined {
  const [found, setFound] = useState<SavedVisitor | null>();
  useEffect(() => {
    let gone = false;
    const show = (visitor: SavedVisitor | null) => !gone && setFound(visitor);
    visitorStore({ account, event })
      .read()
      .then(show, (error: unknown) => {
        console.warn('The photo of the last visitor could not be read', error);
        show(null);
      });
    return () => {
      gone = true;
    };
  }, [account, event]);
  return found;
}

interface SaveStepState {
  /** The photo is on this device, and outlives the page. */
  isSaved: boolean;
  saveSource: (sourceId: string) => Promise<void>;
}

/** Writes down where the visitor stands. A device that keeps nothing is said to; the booth goes on. */
export function useSaveStep(account: string, event: string, step: BoothStep, first: SavedVisitor | null): SaveStepState {
  const kept = useMemo(() => visitorStore({ account, event }), [account, event]);
  const [held, setHeld] = useState<Blob | null>(first?.photo ?? null);
  const blob = step.at === 'looks' || step.at === 'making' ? step.photo.blob : null;
  const choice = step.at === 'making' ? step : null;
  const firstPhoto = first?.photo;
  useEffect(() => {
    if (blob === firstPhoto) return;
    const write = blob ? kept.begin(blob).then(() => setHeld(blob)) : kept.end();
    write.catch((error: unknown) => console.warn('The photo is on this page only', error));
  }, [kept, blob, firstPhoto]);
  useEffect(() => {
    if (!blob) return;
    kept
      .update({ choice: choice && { look: choice.look, requestId: choice.requestId } })
      .catch((error: unknown) => console.warn('What was chosen is on this page only', error));
  }, [kept, blob, choice]);
  const keepSource = useMemo(
    () => (sourceId: string) =>
      kept.update({ sourceId }).catch((error: unknown) => console.warn('A reload would send the photo again', error)),
    [kept],
  );
  return { isSaved: blob !== null && held === blob, saveSource: keepSource };
}
