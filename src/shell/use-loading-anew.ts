import { useState } from 'react';
import { loadNewVersion } from '#src/ui/load-new-version.ts';

/** Who was asked whether to leave, as during an import, and is still here after this has stayed. */
const STAYED_MS = 3_000;

/** Loads the page again as the newest release, as `load` does it; `loading` until it goes, or the person stayed. */
export function useLoadingAnew(): { loading: boolean; loadAnew: (load?: () => Promise<void>) => void } {
  const [loading, setLoading] = useState(false);
  const loadAnew = (load = loadNewVersion) => {
    setLoading(true);
    void load().finally(() => setTimeout(() => setLoading(false), STAYED_MS));
  };
  return { loading, loadAnew };
}
