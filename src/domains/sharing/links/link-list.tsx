// The gallery links of an event, for its organization.
import { useState } from 'react';
import type { listGalleryLinksParameters } from '#openapi/lists.ts';
import { type GalleryLink, galleryLinks, linkAddress } from '#src/domains/sharing/queries.ts';
import { formatCount, formatDateTime, pluralize } from '#src/lib/format.ts';
import type { ListSearch } from '#src/lib/list-search.ts';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ChoiceChips } from '#src/ui/choice-chips.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#src/ui/dropdown-menu.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Ban, Download, EllipsisVertical, Eye, Heart, Link2, PencilLine, Plus, QrCode, RotateCcw } from '#src/ui/icons.ts';
import { useNow } from '#src/ui/use-now.ts';
import { LinkAddress } from './link-address.tsx';
import { LinkForm, type SharedEventOfLink } from './link-form.tsx';
import { describeScope, type EventOfLink, linkFacts, stateLabels, waitingLabel } from './link-labels.ts';
import { PicksSheet } from './picks-sheet.tsx';
import { type LinkActions, useLinkActions } from './use-link-actions.ts';

export interface LinkSearch extends ListSearch<typeof listGalleryLinksParameters> {
  /** The link whose picks are open. */
  picks?: string;
  /** The visitor among them whose picks are open. */
  visitor?: string;
}

interface LinkListProps {
  event: SharedEventOfLink & EventOfLink & { can: { manage: boolean } };
  search: LinkSearch;
  onSearch: (change: Partial<LinkSearch>) => void;
}

type Opened = { what: 'form'; link: GalleryLink | null } | { what: 'address'; link: GalleryLink; isNew: boolean };

export function LinkList({ event, search, onSearch }: LinkListProps) {
  const list = useResourceList(galleryLinks, { search, onSearch }, event.id);
  const actions = useLinkActions();
  const now = useNow();
  const disabledReason =
    list.disabledReason ?? (event.can.manage ? null : 'Your organization is suspended. You can view its links, but not change them.');
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const showsRevoked = search.revoked === true;
  const newButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden className="size-4" />}
      disabledReason={disabledReason}
      onClick={() => setOpened({ what: 'form', link: null })}
    >
      New link
    </Button>
  );
  return (
    <section aria-label="Gallery links" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ChoiceChips
          legend="Links to show"
          value={showsRevoked ? 'revoked' : 'current'}
          onChange={(value) => list.show({ revoked: value === 'revoked' ? true : undefined, cursor: undefined })}
          options={[
            { value: 'current', label: 'Current' },
            { value: 'revoked', label: 'Revoked' },
          ]}
        />
        {newButton}
      </div>
      <ResourceList
        list={list}
        label="Gallery links"
        nouns={['link', 'links']}
        failed="Couldn’t load the links"
        offline="Gallery links need a connection."
        tableFrom="lg"
        columns={columnsOf({
          event,
          actions,
          disabledReason,
          waits: waitingLabel(event, now),
          onAddress: (link) => setOpened({ what: 'address', link, isNew: false }),
          onEdit: (link) => setOpened({ what: 'form', link }),
          onPicks: (link) => onSearch({ picks: link.id }),
        })}
        showsAll={!showsRevoked}
        empty={
          showsRevoked ? (
            <EmptyState icon={<Link2 />} title="No revoked links">
              A link that you revoke stops working immediately. You can restore it here, with the same address.
            </EmptyState>
          ) : (
            <EmptyState icon={<Link2 />} title="No links yet" actions={newButton}>
              A link shows the gallery, one section, one photographer’s photos or a selection to anyone, without an account. Add a password,
              an end, and downloads, or let visitors pick their favorites.
            </EmptyState>
          )
        }
      />
      {opened?.what === 'form' && (
        <LinkForm
          event={event}
          link={opened.link}
          onDone={(link) => (opened.link ? close() : setOpened({ what: 'address', link, isNew: true }))}
          onClose={close}
        />
      )}
      {opened?.what === 'address' && <LinkAddress link={opened.link} isNew={opened.isNew} onClose={close} />}
      {search.picks !== undefined && (
        <PicksSheet
          eventId={event.id}
          linkId={search.picks}
          visitorId={search.visitor ?? null}
          onVisitor={(visitorId) => onSearch({ visitor: visitorId ?? undefined })}
          onClose={() => onSearch({ picks: undefined, visitor: undefined })}
        />
      )}
    </section>
  );
}

const tones: Record<GalleryLink['state'], Tone> = { open: 'success', expired: 'warning', revoked: 'neutral' };

interface ColumnOptions extends Pick<LinkListProps, 'event'> {
  disabledReason: string | null;
  /** Why visitors see no photos yet. */
  waits: string | null;
  actions: LinkActions;
  onAddress: (link: GalleryLink) => void;
  onEdit: (link: GalleryLink) => void;
  onPicks: (link: GalleryLink) => void;
}

const columnsOf = (options: ColumnOptions): Column<GalleryLink>[] => [
  {
    head: 'Link',
    part: 'title',
    cell: (link) => (
      <>
        <p className="line-clamp-2 text-sm font-medium wrap-anywhere">{link.name}</p>
        <p className="text-xs text-ink-muted wrap-anywhere">
          {[describeScope(link), ...linkFacts(link, options.event.time_zone)].join(' · ')}
        </p>
      </>
    ),
    className: 'min-w-56',
  },
  { head: 'State', part: 'fact', cell: ({ state }) => <StateBadge state={state} waits={options.waits} />, width: 'w-16' },
  {
    head: 'Views',
    part: 'fact',
    cell: ({ views_count: views, last_viewed_at: last }) => (
      <span title={last ? `Last viewed ${formatDateTime(last, options.event.time_zone)}` : undefined}>{formatCount(views)}</span>
    ),
    onCard: ({ views_count: views }) => pluralize(views, 'view', 'views'),
    icon: Eye,
    end: true,
  },
  {
    head: 'Downloaded',
    part: 'fact',
    cell: ({ downloads_count: count }) => pluralize(count, 'photo', 'photos'),
    onCard: ({ downloads_count: count }) => `${pluralize(count, 'photo', 'photos')} downloaded`,
    icon: Download,
    end: true,
  },
  {
    head: 'Picks',
    part: 'fact',
    cell: (link) => <PicksButton link={link} onPicks={options.onPicks} />,
    width: 'w-24',
  },
  { head: 'Actions', part: 'action', below: () => true, cell: (link) => <Actions link={link} {...options} /> },
];

const StateBadge = ({ state, waits }: Pick<GalleryLink, 'state'> & Pick<ColumnOptions, 'waits'>) =>
  state === 'open' && waits !== null ? <Badge>{waits}</Badge> : <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;

function PicksButton({ link, onPicks }: { link: GalleryLink } & Pick<ColumnOptions, 'onPicks'>) {
  if (link.picks_limit === null && link.visitors_count === 0) return <span className="text-ink-muted">No picks</span>;
  return (
    <Button
      size="sm"
      icon={<Heart aria-hidden className="size-4" />}
      aria-label={`Picks of ${link.name}: ${submissions(link)}`}
      onClick={() => onPicks(link)}
    >
      {submissions(link)}
    </Button>
  );
}

const submissions = ({ visitors_count: visitors, submitted_count: submitted }: GalleryLink): string =>
  visitors === 0 ? 'No picks yet' : `${formatCount(submitted)} of ${formatCount(visitors)} submitted`;

function Actions({ link, actions, disabledReason, onAddress, onEdit }: ColumnOptions & { link: GalleryLink }) {
  if (link.revoked_at !== null)
    return (
      <Button
        size="sm"
        aria-label={`Restore ${link.name}`}
        icon={<RotateCcw aria-hidden className="size-4" />}
        disabledReason={disabledReason}
        onClick={() => actions.restore({ link })}
      >
        Restore
      </Button>
    );
  const address = linkAddress(link, location.origin);
  return (
    <div className="flex gap-2 lg:justify-end">
      {address !== null && <CopyButton size="sm" label="Copy link" of={link.name} text={address} />}
      <DropdownMenu
        trigger={
          <IconButton
            size="sm"
            label={`More actions for ${link.name}`}
            variant="secondary"
            icon={<EllipsisVertical aria-hidden className="size-4" />}
          />
        }
      >
        {address !== null && (
          <MenuItem icon={<QrCode aria-hidden />} onSelect={() => onAddress(link)}>
            QR code
          </MenuItem>
        )}
        <MenuItem icon={<PencilLine aria-hidden />} disabledReason={disabledReason} onSelect={() => onEdit(link)}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Ban aria-hidden />} danger disabledReason={disabledReason} onSelect={() => actions.revoke({ link })}>
          Revoke
        </MenuItem>
      </DropdownMenu>
    </div>
  );
}
