// One photo after the other: a key, a swipe or a button decides, and the next lies there already.
import './moderation.css';
import { useAtom } from 'jotai';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount } from '#src/lib/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Undo2 } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import type { Verdict } from './decisions.ts';
import { DeckActions } from './deck-actions.tsx';
import { FilmStrip } from './film-strip.tsx';
import { focusAtom, FocusMode } from './focus-mode.tsx';
import { LazyReasonDialog } from './lazy-reason-dialog.tsx';
import type { Command } from './moderation-keys.ts';
import { PhotoFactsNote } from './moderation-picture.tsx';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import { PileCard } from './pile-card.tsx';
import { Pile, type PileHandle } from './pile.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { useModerationKeys } from './use-moderation-keys.ts';

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
  const [focused, setFocused] = useAtom(focusAtom);
  const pile = useRef<PileHandle>(null);
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
    session.undo();
  };
  const onGone = useCallback((id: string) => setLeaving((now) => now.filter(({ photo }) => photo.id !== id)), []);

  useModerationKeys((command: Command) => {
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
      case 'zoom':
        pile.current?.zoom();
        break;
      case 'focus':
        setFocused(!focused);
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
  const photos = (
    <>
      <Pile ref={pile} focused={focused} onFocusMode={() => setFocused(true)} onSwipe={(verdict) => decide(top, verdict)}>
        {(zoomedId) =>
          [...leaving.map(({ photo }) => photo), ...lying].map((photo) => (
            <PileCard
              key={photo.id}
              photo={photo}
              depth={Math.max(0, lying.indexOf(photo))}
              leaving={onItsWay.get(photo.id) ?? null}
              zoomed={photo.id === zoomedId}
              onExited={onGone}
            />
          ))
        }
      </Pile>
      <FilmStrip photos={view.queue} />
      <DeckActions
        reasonsBeside={!focused}
        facts={top && <PhotoFactsNote photo={top} />}
        canDecide={top !== undefined && ready}
        last={view.decided.at(-1) ?? null}
        onDecide={(verdict, reason) => decide(top, verdict, reason)}
        onAskReason={() => top && setAsking(top)}
        onUndo={takeBack}
      />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6">
      {focused ? (
        <FocusMode onClose={() => setFocused(false)} summary={`${formatCount(view.pending)} pending. ${view.word.text}`}>
          {photos}
        </FocusMode>
      ) : (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-3">{photos}</div>
      )}
      <ShortcutsHelp onReason={(reason) => decide(top, 'rejected', reason)} onAskReason={() => top && setAsking(top)} />
      <LazyReasonDialog
        count={asking ? 1 : 0}
        onClose={() => setAsking(null)}
        onReason={(reason) => {
          // While the words were written, the photo may have been decided elsewhere.
          const still = view.queue.find((photo) => photo.id === asking?.id);
          if (!decide(still, 'rejected', reason)) toast.info('This photo has already been reviewed');
          setAsking(null);
        }}
      />
    </div>
  );
}
