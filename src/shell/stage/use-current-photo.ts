import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** The URL follows after a pause: browsers refuse addresses that change a hundred times within half a minute. */
const REST_MS = 200;

/**
 * The current photo: updated at once here, and in the URL a moment later.
 * @param openId the id in the URL
 * @param onShow updates the URL
 * @param onLead the URL changed from outside: back, forward, a link
 */
export function useCurrentPhoto(openId: string, onShow: (id: string) => void, onLead: (id: string) => void) {
  const [shownId, setShownId] = useState<string | null>(openId);
  const told = useRef(openId);
  const due = useRef<{ id: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef(onShow);
  useEffect(() => {
    latest.current = onShow;
  });

  const lead = useEffectEvent(onLead);
  useEffect(() => {
    if (openId === told.current) return;
    told.current = openId;
    lead(openId);
  }, [openId]);

  const ways = useMemo(() => {
    /** Updates the URL now. */
    const settle = () => {
      if (!due.current) return;
      const { id, timer } = due.current;
      clearTimeout(timer);
      due.current = null;
      if (id === told.current) return;
      told.current = id;
      latest.current(id);
    };
    /** @param id null: the photo is not loaded yet */
    const show = (id: string | null) => {
      setShownId(id);
      clearTimeout(due.current?.timer);
      due.current = id === null ? null : { id, timer: setTimeout(settle, REST_MS) };
    };
    return { show, settle };
  }, []);
  useEffect(() => {
    // A pending update belongs to the history entry that is left now; it must not overwrite the next one.
    const forget = () => {
      clearTimeout(due.current?.timer);
      due.current = null;
    };
    window.addEventListener('popstate', forget);
    return () => {
      window.removeEventListener('popstate', forget);
      forget();
    };
  }, []);

  return { shownId, ...ways };
}
