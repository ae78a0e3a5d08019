import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** The URL follows when the eye rests: browsers refuse addresses that change a hundred times within half a minute. */
const REST_MS = 200;

/**
 * Which photo is looked at: known at once here, told to the URL a moment later.
 * @param openId what the URL says
 * @param onShow brings the URL along
 * @param onLead the URL was changed by somebody else: back, forward, a link
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
    /** Tells the URL now. */
    const settle = () => {
      if (!due.current) return;
      const { id, timer } = due.current;
      clearTimeout(timer);
      due.current = null;
      if (id === told.current) return;
      told.current = id;
      latest.current(id);
    };
    /** @param id null: there is a photo, but it has not been read yet */
    const show = (id: string | null) => {
      setShownId(id);
      clearTimeout(due.current?.timer);
      due.current = id === null ? null : { id, timer: setTimeout(settle, REST_MS) };
    };
    return { show, settle };
  }, []);
  useEffect(() => {
    // What was about to be told belongs to the entry that is left now; the next one must not be overwritten with it.
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
