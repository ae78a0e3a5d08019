import { useEffect, useMemo, useState } from 'react';
import type { BoothStep } from './booth-step.ts';
import { keptVisitor, type KeptVisitor } from './kept-visitor.ts';

/** Who stood here when the page was closed. Undefined: still being read; null: nobody, or what is kept cannot be read. */
export function useKeptVisitor(account: string, event: string): KeptVisitor | null | undefined {
  const [found, setFound] = useState<KeptVisitor | null>();
  useEffect(() => {
    let gone = false;
    const show = (visitor: KeptVisitor | null) => !gone && setFound(visitor);
    keptVisitor({ account, event })
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

interface KeptStep {
  /** The photo is on this device, and outlives the page. */
  isKept: boolean;
  keepSource: (sourceId: string) => Promise<void>;
}

/** Writes down where the visitor stands. A device that keeps nothing is said to; the booth goes on. */
export function useKeptStep(account: string, event: string, step: BoothStep, first: KeptVisitor | null): KeptStep {
  const kept = useMemo(() => keptVisitor({ account, event }), [account, event]);
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
      .goOn({ choice: choice && { look: choice.look, requestId: choice.requestId } })
      .catch((error: unknown) => console.warn('What was chosen is on this page only', error));
  }, [kept, blob, choice]);
  const keepSource = useMemo(
    () => (sourceId: string) =>
      kept.goOn({ sourceId }).catch((error: unknown) => console.warn('A reload would send the photo again', error)),
    [kept],
  );
  return { isKept: blob !== null && held === blob, keepSource };
}
