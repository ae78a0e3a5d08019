// Reviews one photo at a time, by key, swipe or button, with the next one preloaded.
import { useAtom } from 'jotai';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Photo } from '#src/domains/photos/photo.ts';
import { formatCount } from '#src/lib/format.ts';
import { storedAtom } from '#src/lib/stored-atom.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { photoUrl } from '#src/shell/photo-url.ts';
import { Button } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Check, MessageSquareX, Minimize2, Undo2, X } from '#src/ui/icons.ts';
import { toast } from '#src/ui/toast.ts';
import { useBackToClose } from '#src/ui/use-back-to-close.ts';
import type { Decision, Verdict } from './decisions.ts';
import { LazyReasonDialog } from './lazy-reason-dialog.tsx';
import { type Command, useModerationKeys } from './moderation-keys.ts';
import { PhotoFactsNote } from './moderation-picture.tsx';
import type { ModerationSession, SessionView } from './moderation-session.ts';
import './moderation.css';
import { Pile, PileCard, type PileHandle } from './pile.tsx';
import { presetReasons } from './preset-reasons.ts';
import { decisionLabel } from './session-messages.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';

const ON_THE_PILE = 3;

interface Leaving {
  photo: Photo;
  verdict: Verdict;
}

interface DeckProps {
  session: ModerationSession;
  view: SessionView;
  /** Rendered if no photo is left. */
  empty: ReactNode;
}

export function Deck({ session, view, empty }: DeckProps) {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([]);
  const [asking, setAsking] = useState<Photo | null>(null);
  const [focused, setFocused] = useAtom(focusAtom);
  const pile = useRef<PileHandle>(null);
  const [top] = view.queue;
  const isReady = view.phase === 'working';

  const decide = (photo: Photo | undefined, verdict: Verdict, reason: string | null = null): boolean => {
    if (!photo || !isReady || !session.decide([photo], verdict, reason)) return false;
    setLeaving((now) => [...now.filter((each) => each.photo.id !== photo.id), { photo, verdict }]);
    return true;
  };
  const undo = () => {
    const undone = new Set(view.decided.at(-1)?.photos.map((photo) => photo.id));
    setLeaving((now) => now.filter(({ photo }) => !undone.has(photo.id)));
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
        if (top && isReady) setAsking(top);
        break;
      case 'undo':
        undo();
        break;
      case 'zoom':
        pile.current?.zoom();
        break;
      case 'focus':
        setFocused(!focused);
        break;
    }
  });

  const leavingVerdicts = new Map(leaving.map(({ photo, verdict }) => [photo.id, verdict]));
  const stacked = view.queue.slice(0, ON_THE_PILE).filter((photo) => !leavingVerdicts.has(photo.id));
  if (stacked.length === 0 && leaving.length === 0) {
    return (
      <>
        {empty}
        {view.decided.length > 0 && (
          <Button icon={<Undo2 aria-hidden className="size-4" />} onClick={undo} className="justify-self-center">
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
          [...leaving.map(({ photo }) => photo), ...stacked].map((photo) => (
            <PileCard
              key={photo.id}
              photo={photo}
              depth={Math.max(0, stacked.indexOf(photo))}
              leaving={leavingVerdicts.get(photo.id) ?? null}
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
        canDecide={top !== undefined && isReady}
        last={view.decided.at(-1) ?? null}
        onDecide={(verdict, reason) => decide(top, verdict, reason)}
        onAskReason={() => top && setAsking(top)}
        onUndo={undo}
      />
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6">
      {focused ? (
        <FocusMode onClose={() => setFocused(false)} summary={`${formatCount(view.pending)} pending. ${view.announcement.text}`}>
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
          // The photo may have been decided elsewhere while the dialog was open.
          const still = view.queue.find((photo) => photo.id === asking?.id);
          if (!decide(still, 'rejected', reason)) toast.info('This photo has already been reviewed');
          setAsking(null);
        }}
      />
    </div>
  );
}

interface DeckActionsProps {
  /** Details of the current photo. */
  facts: ReactNode;
  /** The reasons are beside the photo if there is enough space. */
  reasonsBeside: boolean;
  canDecide: boolean;
  /** The decision that "Undo" reverts. */
  last: Decision | null;
  onDecide: (verdict: Verdict, reason: string | null) => void;
  onAskReason: () => void;
  onUndo: () => void;
}

const NOTHING_TO_REVIEW = 'There’s no photo to review.';

/** Within thumb reach on a phone, where the page is scrolled to them. */
function DeckActions({ facts, reasonsBeside, canDecide, last, onDecide, onAskReason, onUndo }: DeckActionsProps) {
  const reason = canDecide ? null : NOTHING_TO_REVIEW;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 bg-canvas px-4 pt-2 pb-[max(--spacing(3),var(--safe-bottom))] sm:mx-0 sm:px-0">
      <div className="flex min-h-10 min-w-0 items-center max-sm:w-full sm:flex-1">{facts}</div>
      <Button
        size="lg"
        disabledReason={reason}
        icon={<X aria-hidden className="size-5 text-danger" />}
        onClick={() => onDecide('rejected', null)}
        className="flex-1 !px-3 sm:max-w-56"
      >
        Reject
      </Button>
      <span className={reasonsBeside ? 'lg:hidden' : undefined}>
        <DropdownMenu
          side="top"
          trigger={
            <IconButton
              size="lg"
              variant="secondary"
              label="Reject with a reason"
              icon={<MessageSquareX aria-hidden className="size-5" />}
            />
          }
        >
          {presetReasons.map(({ label, text }) => (
            <MenuItem key={label} disabledReason={reason} onSelect={() => onDecide('rejected', text)}>
              {label}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem disabledReason={reason} onSelect={onAskReason}>
            Custom reason…
          </MenuItem>
        </DropdownMenu>
      </span>
      <IconButton
        size="lg"
        variant="secondary"
        label={last ? `Undo: ${decisionLabel(last)}` : 'Undo'}
        disabledReason={last ? null : 'Nothing to undo.'}
        icon={<Undo2 aria-hidden className="size-5" />}
        onClick={onUndo}
      />
      <Button
        size="lg"
        variant="primary"
        disabledReason={reason}
        icon={<Check aria-hidden className="size-5" />}
        onClick={() => onDecide('approved', null)}
        className="flex-1 !px-3 sm:max-w-56"
      >
        Approve
      </Button>
    </div>
  );
}

const MAX_THUMBS = 14;
const FILL = 'absolute inset-0 size-full object-cover';

/** The next photos, which also preloads them. Hidden from screen readers. */
function FilmStrip({ photos }: { photos: readonly Photo[] }) {
  return (
    <ol aria-hidden className="flex h-12 gap-1 overflow-hidden sm:h-14">
      {photos.slice(0, MAX_THUMBS).map((photo, index) => (
        <li
          key={photo.id}
          className={cn(
            'relative aspect-square h-full shrink-0 overflow-hidden rounded-sm bg-sunken',
            index === 0 ? 'ring-2 ring-accent ring-inset' : 'opacity-80',
          )}
        >
          {photo.thumbhash && <img src={placeholder(photo.thumbhash)} alt="" draggable={false} className={FILL} />}
          {photo.state === 'ready' && <MediaImage src={photoUrl(photo, 'thumb')} alt="" className={FILL} />}
          {index === 0 && <span className="absolute inset-0 rounded-sm ring-3 ring-accent ring-inset" />}
        </li>
      ))}
    </ol>
  );
}

/** Persisted, because moderators prefer one mode. */
const focusAtom = storedAtom<boolean>('moderation.focus', false);

interface FocusModeProps {
  onClose: () => void;
  /** The remaining photos and the last decision. */
  summary: ReactNode;
  children: ReactNode;
}

function FocusMode({ onClose, summary, children }: FocusModeProps) {
  useBackToClose(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Content
          aria-describedby={undefined}
          data-moderation
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          className="venue fixed inset-0 z-40 flex flex-col gap-2 overflow-y-auto bg-canvas px-3 pt-(--safe-top) text-ink outline-none"
        >
          <div className="flex min-h-11 items-center gap-3 text-sm">
            <Radix.Title className="font-semibold">Review</Radix.Title>
            <div className="min-w-0 flex-1 truncate text-ink-muted tabular-nums">{summary}</div>
            <IconButton label="Exit focus mode" icon={<Minimize2 aria-hidden className="size-5" />} onClick={onClose} />
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
