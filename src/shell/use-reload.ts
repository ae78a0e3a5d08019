import { useState } from 'react';
import { loadNewVersion } from '#src/ui/load-new-version.ts';

/** Who was asked whether to leave, as during an import, and is still here after this has stayed. */
const LEAVE_TIMEOUT_MS = 3_000;

/** Loads the page again as the newest release, as `load` does it; `loading` until it goes, or the person stayed. */
export function useReload(): { loading: boolean; reload: (load?: () => Promise<void>) => void } {
  const [loading, setLoading] = useState(false);
  const loadAnew = (load = loadNewVersion) => {
    setLoading(true);
    void load().finally(() => setTimeout(() => setLoading(false), LEAVE_TIMEOUT_MS));
  };
  return { loading, reload: loadAnew };
}
