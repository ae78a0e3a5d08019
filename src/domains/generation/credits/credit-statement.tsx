// What images cost in a month: a person's own, or an organization's.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatedImageUrl, type GenerationModel, type ImageOwner } from '#src/domains/generation/generation.ts';
import { creditsLabel, NOT_CHARGED } from '#src/domains/generation/labels.ts';
import { creditsQuery, modelsQuery } from '#src/domains/generation/queries.ts';
import { formatCount, formatDateTime, formatTime } from '#src/lib/format.ts';
import { ExportCsvButton } from '#src/shell/export-csv-button.tsx';
import { MediaImage } from '#src/shell/media-image.tsx';
import { ResourceList, useResourceList } from '#src/shell/resource-list.tsx';
import { Badge } from '#src/ui/badge.tsx';
import type { Column } from '#src/ui/data-table.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EyeOff, ScrollText, Sparkles } from '#src/ui/icons.ts';
import { ListFilters } from '#src/ui/list-filters.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Stat } from '#src/ui/stat.tsx';
import type { StatementSearch } from './statement-search.ts';
import { chargeLabel, type CreditEntry, entryTitle, formatMonth, imagesLabel, recentMonths, refundLabel, statement } from './statement.ts';

interface CreditStatementProps {
  owner: ImageOwner;
  search: StatementSearch;
  onSearch: (change: Partial<StatementSearch>) => void;
}

export function CreditStatement({ owner, search, onSearch }: CreditStatementProps) {
  const { data: credits } = useQuery(creditsQuery(owner));
  const { data: models } = useQuery(modelsQuery(owner));
  const columns = columnsOf(models);
  const list = useResourceList(statement, { search: { ...search, owner }, onSearch });
  const { data } = list.query;
  const [now] = useState(() => new Date());
  const [thisMonth = ''] = recentMonths(undefined, now);
  const month = search.month ?? thisMonth;
  return (
    <section aria-label="Credits" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1 text-sm text-ink-muted">
        <p className="min-h-10 sm:min-h-5">{credits && creditsLabel(credits)}</p>
        <p>Credits are reserved when you request images, and charged for each image that is created. {NOT_CHARGED}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:max-w-md">
        <Stat name={`Used in ${formatMonth(month)}`} value={data ? formatCount(data.used) : <Skeleton className="h-7 w-16" />} />
        <Stat name="Reserved" value={data ? formatCount(data.reserved) : <Skeleton className="h-7 w-16" />} note="For images in progress" />
      </dl>
      {owner !== null && data?.scope === 'own' && (
        <p className="text-sm text-ink-muted">Only your own images. People who manage the organization’s settings see all of them.</p>
      )}
      <ResourceList
        list={list}
        label="Statement"
        nouns={['entry', 'entries']}
        failed="Couldn’t load the statement"
        offline="Open this screen once while you’re online to use it offline."
        as="part"
        columns={data?.scope === 'all' ? columns.toSpliced(1, 0, personColumn) : columns}
        picture={entryPicture}
        // Personal settings are narrow.
        tableFrom={owner === null ? undefined : 'lg'}
        filters={
          <ListFilters>
            <Select
              aria-label="Month"
              options={recentMonths(search.month, now).map((value) => ({ value, label: formatMonth(value) }))}
              value={month}
              onChange={(value) => list.show({ month: value === thisMonth ? undefined : value })}
            />
            <ExportCsvButton href={list.exportUrl()} query={list.query} />
          </ListFilters>
        }
        // The months stay in reach.
        showsAll={false}
        empty={
          <EmptyState icon={<ScrollText />} title={`No images in ${formatMonth(month)}`}>
            Each request appears here with what it cost, and what was refunded.
          </EmptyState>
        }
      />
    </section>
  );
}

/** Its first image. A sensitive one isn't fetched. */
function entryPicture({ image }: CreditEntry) {
  const Icon = image ? EyeOff : Sparkles;
  if (image && !image.is_sensitive)
    return (
      <MediaImage src={generatedImageUrl(image.id, 'thumb')} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
    );
  return (
    <span aria-hidden className="absolute inset-0 grid place-content-center text-ink-muted">
      <Icon className="size-5" />
    </span>
  );
}

const columnsOf = (models: readonly GenerationModel[] | undefined): readonly Column<CreditEntry>[] => [
  {
    head: 'Description',
    part: 'title',
    cell: (entry) => (
      <span className="grid gap-0.5">
        <span className="line-clamp-2 wrap-anywhere" title={entry.prompt ?? undefined}>
          {entryTitle(entry, models)}
        </span>
        {refundLabel(entry) !== null && (
          <span className="line-clamp-2 text-sm font-normal wrap-anywhere text-ink-muted">{refundLabel(entry)}</span>
        )}
      </span>
    ),
    className: 'max-w-0 min-w-64',
  },
  {
    head: 'Model',
    part: 'fact',
    cell: ({ model_name: name }) => name,
    // Without a prompt or a style, it is the title of the card.
    onCard: ({ prompt, style, model_name: name }) => (prompt || style) && name,
  },
  {
    head: 'Images',
    part: 'fact',
    cell: imagesLabel,
    onCard: (entry) => `${imagesLabel(entry)} ${imagesLabel(entry) === '1' ? 'image' : 'images'}`,
    end: true,
  },
  {
    head: 'Credits',
    part: 'fact',
    cell: (entry) => (entry.charged === null && entry.reserved > 0 ? <Badge tone="info">{chargeLabel(entry)}</Badge> : chargeLabel(entry)),
  },
  {
    head: 'Month total',
    part: 'fact',
    cell: ({ month_total: total }) => formatCount(total),
    onCard: ({ month_total: total }) => `Month total ${formatCount(total)}`,
    end: true,
  },
  {
    head: 'Date',
    part: 'fact',
    cell: ({ created_at: at }) => (
      <time dateTime={at} title={formatDateTime(at)}>
        {formatTime(at)}
      </time>
    ),
  },
];

const personColumn: Column<CreditEntry> = {
  head: 'Person',
  part: 'fact',
  cell: ({ person }) => (
    <span className="block max-w-40 truncate" title={person.name}>
      {person.name}
    </span>
  ),
};
