// Photos that were shared with the app: how many, which event, import or discard.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useFilePicker } from '#src/camera/file-picker.tsx';
import ImportCard from '#src/camera/import-card.tsx';
import { makeThumbnail } from '#src/camera/thumbnail.ts';
import { acceptsImports } from '#src/domains/events/event-access.ts';
import { type Event, formatEventDay } from '#src/domains/events/event.ts';
import { EventsFailed } from '#src/domains/events/overview/event-list.tsx';
import { useEvents } from '#src/domains/events/overview/use-events.ts';
import { groupEvents } from '#src/domains/events/phases.ts';
import { deviceLabel } from '#src/lib/device.ts';
import { diskState, subscribeDisk } from '#src/lib/disk.ts';
import { pluralize } from '#src/lib/format.ts';
import type { ShareFailure } from '#src/lib/held-shares.ts';
import { accountLabel } from '#src/session/display-name.ts';
import type { Snapshot } from '#src/session/store.ts';
import { useConnection } from '#src/shell/connection.ts';
import { readLastEvent } from '#src/shell/last-event.ts';
import { LoadMore } from '#src/shell/query-state.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CircleCheck, Images, ImageUp } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { FailedState } from '#src/ui/screen-state.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import {
  discardIncomingFiles,
  importIncomingFiles,
  type IncomingFile,
  incomingFiles,
  type IncomingImport,
  loadIncomingFiles,
  receiveOpenedFiles,
} from './incoming-files.ts';

const failures: Record<ShareFailure, { title: string; text: string }> = {
  none: { title: 'No photos received', text: 'The other app sent none. Select photos there, then share them again.' },
  many: { title: 'Too many photos', text: 'At most 500 can wait here. Import or discard those below, or share fewer at a time.' },
  full: { title: `This ${deviceLabel} is out of space`, text: 'No photo was received. Free up some space, then share them again.' },
  storage: { title: 'Couldn’t receive the photos', text: 'No photo was received. Share them again.' },
  setup: { title: 'The app wasn’t ready yet', text: 'No photo was received. It’s ready now: share them again.' },
};

/** Of the worker's redirect. Read here, because the route's own code is on the way to the shutter. */
function useFailure() {
  const failed = new URLSearchParams(useLocation({ select: ({ searchStr }) => searchStr })).get('failed') ?? '';
  return Object.hasOwn(failures, failed) ? failures[failed as ShareFailure] : null;
}

export function SharedPhotosScreen({ user }: { user: Snapshot['user'] }) {
  const { id: account } = user;
  const state = useSyncExternalStore(incomingFiles.subscribe, incomingFiles.read);
  const { files, error } = state.account === account ? state : { files: undefined, error: null };
  const started = state.started?.target.account === account ? state.started : null;
  const importing = useImportProgress(started);
  const running = importing?.running === true;
  useEffect(() => receiveOpenedFiles(account), [account]);
  // Also after an import: what it left is offered again.
  useEffect(() => {
    if (!running) void loadIncomingFiles(account);
  }, [running, account]);
  const failure = useFailure();
  return (
    <Page title="Shared photos" width="text">
      {failure && (
        <Banner tone="danger" title={failure.title}>
          {failure.text}
        </Banner>
      )}
      {started && importing && <Progress started={started} left={files?.length ?? 0} />}
      {error !== null && (
        <FailedState
          title="Couldn’t read the shared photos"
          detail={`They’re still on this ${deviceLabel}. Try again.`}
          onRetry={() => void loadIncomingFiles(account)}
        />
      )}
      {!files && error === null && <Skeleton className="h-80 rounded-lg" />}
      {!running && files && files.length > 0 && <Incoming files={files} user={user} />}
      {!running && files?.length === 0 && (started ? <Imported started={started} /> : !failure && <NothingShared />)}
    </Page>
  );
}

const noSubscription = () => () => undefined;

const useImportProgress = (started: IncomingImport | null) =>
  useSyncExternalStore(started?.session.subscribe ?? noSubscription, () => started?.session.getStatus().importing ?? null);

function Progress({ started: { session, target }, left }: { started: IncomingImport; left: number }) {
  const facts = useImportProgress({ session, target });
  const { picker, inputs } = useFilePicker((files) => session.importFiles(files));
  return (
    facts && (
      <div className="grid gap-2">
        {inputs}
        {facts.running && <p className="text-ink-muted wrap-anywhere">Importing into {target.eventName}</p>}
        <ImportCard
          facts={facts}
          imports={session.imports()}
          onPick={() => (left > 0 ? void importIncomingFiles(target) : picker.openFiles())}
        />
      </div>
    )
  );
}

function Imported({ started: { target } }: { started: IncomingImport }) {
  const offline = useConnection() !== 'online';
  const params = { id: target.eventId };
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="Import complete"
      actions={
        <>
          <Link to="/event/$id/gallery" params={params} className={buttonClass({ variant: 'primary' })}>
            Gallery
          </Link>
          <Link to="/event/$id" params={params} search={{ queue: 'open' }} className={buttonClass()}>
            Open queue
          </Link>
        </>
      }
    >
      Photos for {target.eventName} {offline ? 'upload automatically when the server can be reached' : 'are uploading'}.
    </EmptyState>
  );
}

const NothingShared = () => (
  <EmptyState icon={<Images />} title="Nothing shared yet">
    Install the app. Then select photos in your {deviceLabel}’s gallery, press Share, and choose this app.
  </EmptyState>
);

interface IncomingProps {
  files: readonly IncomingFile[];
  user: Snapshot['user'];
}

function Incoming({ files, user }: IncomingProps) {
  const [discarding, setDiscarding] = useState(false);
  const count = pluralize(files.length, 'photo', 'photos');
  return (
    <>
      <Card
        title={`${count} shared with this app`}
        lead="Nothing is imported until you choose an event. After 7 days they’re removed from here."
        actions={
          <Button size="sm" onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        }
      >
        <Thumbnails files={files} />
      </Card>
      <EventChoice files={files} user={user} />
      <Dialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={`Discard ${count}?`}
        description="They won’t be imported. The app that shared them keeps its own copies."
        footer={
          <>
            <Button onClick={() => setDiscarding(false)}>Cancel</Button>
            <Button variant="danger" onClick={() => void discardIncomingFiles(user.id)}>
              Discard
            </Button>
          </>
        }
      />
    </>
  );
}

const THUMBNAILS = 12;

function EventChoice({ files, user }: IncomingProps) {
  const mine = useEvents('mine', '');
  const past = useEvents('past', '');
  const disk = useSyncExternalStore(subscribeDisk, diskState);
  const [chosen, setChosen] = useState<string | null>(null);
  const items = [...(mine.items ?? []), ...(past.items ?? [])].filter(acceptsImports);
  if (items.length === 0) {
    if (mine.items && past.items) return <NoEvent />;
    return mine.query.error ? <EventsFailed query={mine.query} /> : <Skeleton className="h-60 rounded-lg" />;
  }
  const started = files.find(({ share }) => share?.target?.account === user.id)?.share?.target?.eventId;
  const events = sortForImport(items, mine.readAt, started ?? readLastEvent(user.id)?.id);
  const event = events.find(({ id }) => id === (chosen ?? started)) ?? events[0];
  if (!event) return null;
  return (
    <div className="grid gap-4">
      {started !== undefined && !items.some(({ id }) => id === started) && (
        <Banner tone="warning" title="The event of these photos no longer accepts yours">
          Choose another event, or ask its organizer.
        </Banner>
      )}
      {disk !== 'fine' && (
        <Banner tone="danger" title={`This ${deviceLabel} is out of space`}>
          Free up some space. The shared photos stay here.
        </Banner>
      )}
      <div className="-m-1 max-h-80 overflow-y-auto p-1">
        <RadioGroup
          legend="Event"
          name="event"
          columns={1}
          value={event.id}
          onChange={({ target }) => setChosen(target.value)}
          options={events.map((each) => ({
            value: each.id,
            label: each.name,
            help: `${formatEventDay(each, mine.readAt)} · ${each.organization_name}`,
          }))}
        />
      </div>
      <LoadMore query={mine.query} />
      <Button
        variant="primary"
        size="lg"
        icon={<ImageUp aria-hidden className="size-5" />}
        className="min-w-0 whitespace-normal"
        disabledReason={user.viewing ? 'You’re in view-only mode.' : disk !== 'fine' && `This ${deviceLabel} is out of space.`}
        onClick={() => void importIncomingFiles(targetOf(event, user))}
      >
        Import into {event.name}
      </Button>
    </div>
  );
}

/** The current events first, above all the preferred one. */
function sortForImport(events: readonly Event[], now: number, preferred: string | undefined): Event[] {
  const groups = groupEvents(events, now);
  const current = [...groups.now, ...groups.ending, ...groups.overdue];
  const others = [...groups.upcoming, ...groups.past];
  const isPreferred = ({ id }: Event) => id === preferred;
  const first = current.some(isPreferred) || current.length === 0 ? isPreferred : () => false;
  return [...current, ...others].toSorted((a, b) => Number(first(b)) - Number(first(a)));
}

const targetOf = ({ id, name, time_zone: eventZone, starts_at: start, created_at: created }: Event, user: Snapshot['user']) => ({
  account: user.id,
  accountEmail: accountLabel(user),
  eventId: id,
  eventName: name,
  eventZone,
  eventFrom: Math.min(Date.parse(start), Date.parse(created)),
});

const NoEvent = () => (
  <EmptyState
    icon={<ImageUp />}
    title="No event accepts your photos"
    actions={
      <Link to="/dashboard/events-overview" className={buttonClass({ variant: 'primary' })}>
        Events
      </Link>
    }
  >
    Join an event as a photographer, then return here.
  </EmptyState>
);

function Thumbnails({ files }: { files: readonly IncomingFile[] }) {
  const more = files.length - THUMBNAILS;
  return (
    <ul aria-label="Photos" className="grid grid-cols-4 gap-2 sm:grid-cols-6">
      {files.slice(0, THUMBNAILS).map((file) => (
        <Thumbnail key={file.key} file={file} />
      ))}
      {more > 0 && <li className="col-span-full text-sm text-ink-muted">and {pluralize(more, 'more photo', 'more photos')}</li>}
    </ul>
  );
}

/** A tile with the name if the browser cannot decode the photo. */
function Thumbnail({ file }: { file: IncomingFile }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | undefined;
    let unused = false;
    file
      .read()
      .then((blob) => makeThumbnail(blob, 0))
      .then((picture) => {
        if (!picture || unused) return;
        made = URL.createObjectURL(picture);
        setUrl(made);
      })
      .catch((error: unknown) => console.warn('A shared photo could not be shown', error));
    return () => {
      unused = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return (
    <li className="grid aspect-square place-items-center overflow-hidden rounded-md bg-sunken p-1 text-center text-xs text-ink-muted">
      {url ? (
        <img src={url} alt={file.name} className="-m-1 size-[calc(100%+0.5rem)] max-w-none object-cover" />
      ) : (
        <span className="line-clamp-3 wrap-anywhere">{file.name}</span>
      )}
    </li>
  );
}
