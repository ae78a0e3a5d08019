// One photo after the other: a key, a swipe or a button decides, and the next lies there already.
import './moderation.css';
import { Undo2 } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { toast } from '#src/ui/toast.ts';
import type { Photo } from '#src/domains/photos/photo.ts';
import { Card } from './card.tsx';
import type { Verdict } from './decisions.ts';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import { DeckActions } from './deck-actions.tsx';
import type { Command } from './keys.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { Facts } from './picture.tsx';
import { AskReason } from './ask-reason.tsx';
import { useKeys } from './use-keys.ts';
import { useSwipe } from './use-swipe.ts';

const ON_THE_PILE = 3;

interface Leaving {
  photo: Photo;
  verdict: Verdict;
}

interface DeckProps {
  session: ModerationSession;
  view: SessionView;
  /** What stands in place of the photos when none is left. */
  empty: ReactNode;
}

export function Deck({ session, view, empty }: DeckProps) {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [asking, setAsking] = useState<Photo | null>(null);
  const [top] = view.queue;
  const ready = view.phase === 'working';

  const decide = (photo: Photo | undefined, verdict: Verdict, reason: string | null = null): boolean => {
    if (!photo || !ready || !session.decide([photo], verdict, reason)) return false;
    setLeaving((now) => [...now.filter((each) => each.photo.id !== photo.id), { photo, verdict }]);
    return true;
  };
  const takeBack = () => {
    const back = new Set(view.decided.at(-1)?.photos.map((photo) => photo.id));
    setLeaving((now) => now.filter(({ photo }) => !back.has(photo.id)));
    session.takeBack();
  };
  const onGone = useCallback((id: string) => setLeaving((now) => now.filter(({ photo }) => photo.id !== id)), []);

  useKeys((command: Command) => {
    switch (command.kind) {
      case 'approve':
        decide(top, 'approved');
        break;
      case 'reject':
        decide(top, 'rejected', command.reason);
        break;
      case 'ask-reason':
        if (top && ready) setAsking(top);
        break;
      case 'take-back':
        takeBack();
        break;
    }
  });

  const onItsWay = new Map(leaving.map(({ photo, verdict }) => [photo.id, verdict]));
  const lying = view.queue.slice(0, ON_THE_PILE).filter((photo) => !onItsWay.has(photo.id));
  if (lying.length === 0 && leaving.length === 0) {
    return (
      <>
        {empty}
        {view.decided.length > 0 && (
          <Button icon={<Undo2 aria-hidden className="size-4" />} onClick={takeBack} className="justify-self-center">
            Undo the last decision
          </Button>
        )}
      </>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6">
      <div className="grid min-w-0 content-start gap-3">
        <Pile onSwipe={(verdict) => decide(top, verdict)}>
          {[...leaving.map(({ photo }) => photo), ...lying].map((photo) => (
            <Card
              key={photo.id}
              photo={photo}
              depth={Math.max(0, lying.indexOf(photo))}
              leaving={onItsWay.get(photo.id) ?? null}
              onGone={onGone}
            />
          ))}
        </Pile>
        {top && <Facts photo={top} />}
        <DeckActions
          canDecide={top !== undefined && ready}
          last={view.decided.at(-1) ?? null}
          onDecide={(verdict, reason) => decide(top, verdict, reason)}
          onAskReason={() => top && setAsking(top)}
          onTakeBack={takeBack}
        />
      </div>
      <ShortcutsHelp onReason={(reason) => decide(top, 'rejected', reason)} onAskReason={() => top && setAsking(top)} />
      <AskReason
        count={asking ? 1 : 0}
        onClose={() => setAsking(null)}
        onReason={(reason) => {
          // While the words were written, the photo may have been decided elsewhere.
          const still = view.queue.find((photo) => photo.id === asking?.id);
          if (!decide(still, 'rejected', reason)) toast.info('This photo was decided meanwhile');
          setAsking(null);
        }}
      />
    </div>
  );
}

/** Of what stands below the photos: facts and buttons, CSS pixels. */
const BELOW = 156;
/** Of what stays in sight above them on a phone: the page's bar and the choice of views. */
const ABOVE = 164;
const PHONE = '(width < 48rem)';

/** As high as the screen leaves room for, wherever it begins; on a phone the page is scrolled to it. */
function Pile({ onSwipe, children }: { onSwipe: (verdict: Verdict) => boolean; children: ReactNode }) {
  const pile = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(ABOVE);
  useSwipe(pile, onSwipe);
  useLayoutEffect(() => {
    const top = () => Math.round((pile.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    const measure = () => setAbove(matchMedia(PHONE).matches ? ABOVE : top());
    measure();
    if (matchMedia(PHONE).matches) window.scrollTo({ top: top() - ABOVE });
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={pile} className="relative" style={{ height: `max(20rem, calc(100dvh - ${above + BELOW}px))` }}>
      {children}
    </div>
  );
}
