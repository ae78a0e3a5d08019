// What visitors of a link picked, for the photographer: people, their photos and notes, and the files for Lightroom.
import { useInfiniteQuery, useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import {
  type GalleryLink,
  linkQuery,
  type LinkVisitor,
  ownThumbUrl,
  picksUrl,
  visitorPicksQuery,
  visitorsQuery,
} from '#src/domains/sharing/queries.ts';
import { formatDateTime, pluralize } from '#src/lib/format.ts';
import { placeholder } from '#src/lib/thumbhash.ts';
import { UserFacingError } from '#src/lib/user-facing-error.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { describeFailure } from '#src/shell/failure.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { LoadMore, QueryState } from '#src/shell/query-state.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ChevronDown, ChevronLeft, ChevronRight, Copy, Heart } from '#src/ui/icons.ts';
import { Sheet } from '#src/ui/sheet.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { toast } from '#src/ui/toast.ts';
import { readFileNames } from './picked-file-names.ts';

interface PicksSheetProps {
  eventId: string;
  linkId: string;
  /** The visitor whose picks are open; null: the list of all. */
  visitorId: string | null;
  onVisitor: (visitorId: string | null) => void;
  onClose: () => void;
}

export function PicksSheet({ eventId, linkId, visitorId, onVisitor, onClose }: PicksSheetProps) {
  const link = useQuery(linkQuery(eventId, linkId));
  return (
    <Sheet
      open
      onOpenChange={(open) => open || onClose()}
      title={link.data ? `Picks: ${link.data.name}` : 'Picks'}
      description={
        link.data?.picks_limit
          ? `Up to ${pluralize(link.data.picks_limit, 'photo', 'photos')} per visitor.`
          : 'This link takes no picks now.'
      }
      className="md:w-[40rem]"
    >
      <QueryState query={link} skeleton={<PeopleSkeleton />} failed="Couldn’t load the link" offline="Picks need a connection.">
        {(found) =>
          visitorId === null ? (
            <People link={found} onOpen={onVisitor} />
          ) : (
            <PicksOf link={found} visitorId={visitorId} onBack={() => onVisitor(null)} />
          )
        }
      </QueryState>
    </Sheet>
  );
}

function People({ link, onOpen }: { link: GalleryLink; onOpen: (visitorId: string) => void }) {
  const query = useInfiniteQuery(visitorsQuery(link.event_id, link.id));
  return (
    <QueryState query={query} skeleton={<PeopleSkeleton />} failed="Couldn’t load the picks" offline="Picks need a connection.">
      {({ pages }) =>
        pages[0]?.items.length === 0 ? (
          <EmptyState icon={<Heart />} title="No picks yet">
            Visitors give their name with their first pick, and then appear here.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Files link={link} query={query} visitors={pages.flatMap(({ items }) => items)} />
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-lg border border-line">
              {pages
                .flatMap(({ items }) => items)
                .map((visitor) => (
                  <li key={visitor.id}>
                    <button
                      type="button"
                      onClick={() => onOpen(visitor.id)}
                      className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover"
                    >
                      <span className="grid min-w-0 flex-1">
                        <span className="truncate text-sm font-medium">{visitor.name}</span>
                        <span className="text-xs text-ink-muted tabular-nums">{pluralize(visitor.picks_count, 'pick', 'picks')}</span>
                      </span>
                      <Submission visitor={visitor} />
                      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
                    </button>
                  </li>
                ))}
            </ul>
            <LoadMore query={query} />
          </div>
        )
      }
    </QueryState>
  );
}

const Submission = ({ visitor: { submitted_at: at } }: { visitor: LinkVisitor }) =>
  at === null ? (
    <Badge>Still picking</Badge>
  ) : (
    <span title={formatDateTime(at)}>
      <Badge tone="success">Submitted</Badge>
    </span>
  );

function PicksOf({ link, visitorId, onBack }: { link: GalleryLink; visitorId: string; onBack: () => void }) {
  const query = useQuery(visitorPicksQuery(link, visitorId));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Button variant="quiet" className="-ml-2 justify-self-start" icon={<ChevronLeft aria-hidden className="size-4" />} onClick={onBack}>
        All visitors
      </Button>
      <QueryState query={query} skeleton={<PeopleSkeleton />} failed="Couldn’t load the picks" offline="Picks need a connection.">
        {({ visitor, items }) => (
          <>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="min-w-0 font-semibold wrap-anywhere">{visitor.name}</h3>
              <Submission visitor={visitor} />
              <p className="w-full text-sm text-ink-muted tabular-nums">{pluralize(items.length, 'pick', 'picks')}</p>
            </div>
            {items.length > 0 && <Files link={link} query={query} visitors={[visitor]} isSingle />}
            {items.length === 0 && <p className="text-ink-muted">Nothing picked yet.</p>}
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {items.map(({ photo, file_name: file, note }) => (
                <li key={photo.id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
                  <div className="relative aspect-square overflow-hidden rounded-md bg-sunken">
                    {photo.thumbhash && (
                      <img src={placeholder(photo.thumbhash)} alt="" className="absolute inset-0 size-full object-cover" />
                    )}
                    <MediaImage
                      src={ownThumbUrl(link.event_id, photo)}
                      alt={`Photo by ${photo.photographer}`}
                      loading="lazy"
                      className="absolute inset-0 size-full object-cover"
                    />
                  </div>
                  <p className="truncate text-xs font-medium" title={file}>
                    {file}
                  </p>
                  {note && <p className="text-sm whitespace-pre-line text-ink-muted">{note}</p>}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </div>
  );
}

interface FilesProps {
  link: GalleryLink;
  query: Pick<UseQueryResult, 'refetch'>;
  /** Those that are loaded. */
  visitors: readonly LinkVisitor[];
  /** The files of the only visitor here; otherwise those of all. */
  isSingle?: boolean;
}

/** "8 submitted picks of Anna". */
const describePicks = ({ name, picks_count: count, submitted_at: at }: LinkVisitor): string =>
  `${pluralize(count, at === null ? 'unfinished pick' : 'submitted pick', at === null ? 'unfinished picks' : 'submitted picks')} of ${name}`;

function Files({ link, query, visitors, isSingle = false }: FilesProps) {
  const [only] = isSingle ? visitors : [];
  const isOnline = useConnection() === 'online';
  const { mutate, isPending } = useMutation({
    mutationFn: async (visitor: LinkVisitor | undefined) => {
      const names = await readFileNames(link, visitor?.id);
      try {
        await navigator.clipboard.writeText(names);
      } catch {
        // Refused by the browser, or an insecure page: shows the text to copy it by hand.
        throw new UserFacingError(names);
      }
    },
    onSuccess: (_done, visitor) =>
      toast.success('File names copied', {
        detail: `${visitor ? describePicks(visitor) : 'The submitted picks of all visitors'}. In Lightroom, paste them into the text filter “Filename contains”.`,
      }),
    onError: (error) => toast.error('Couldn’t copy the file names', { detail: describeFailure(error).detail }),
  });
  const nobody = !visitors.some(({ submitted_at: at }) => at !== null) && link.submitted_count === 0;
  const icon = <Copy aria-hidden className="size-4" />;
  const offline = !isOnline && NEEDS_CONNECTION;
  return (
    <div role="group" aria-label={only ? `Files for ${only.name}` : 'Files for all visitors'} className="flex flex-wrap gap-2">
      <ExportCsvButton href={picksUrl(link, 'export', only?.id)} query={query} label="CSV" />
      {only ? (
        <Button icon={icon} loading={isPending} disabledReason={offline} onClick={() => mutate(only)}>
          Copy file names
        </Button>
      ) : (
        <DropdownMenu
          trigger={
            <Button icon={icon} loading={isPending}>
              Copy file names
              <ChevronDown aria-hidden className="size-4 opacity-70" />
            </Button>
          }
        >
          <MenuItem disabledReason={(nobody && 'Nobody has submitted their picks yet.') || offline} onSelect={() => mutate(undefined)}>
            Submitted picks of all visitors
          </MenuItem>
          <MenuSeparator />
          {visitors
            .filter(({ picks_count: count }) => count > 0)
            .map((visitor) => (
              <MenuItem key={visitor.id} disabledReason={offline} onSelect={() => mutate(visitor)}>
                {describePicks(visitor)}
              </MenuItem>
            ))}
        </DropdownMenu>
      )}
    </div>
  );
}

function PeopleSkeleton() {
  return (
    <Loading label="Loading the picks" className="grid gap-3">
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} className="h-14 rounded-lg" />
      ))}
    </Loading>
  );
}
