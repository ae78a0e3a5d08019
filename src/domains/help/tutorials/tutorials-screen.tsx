import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CircleCheck, LifeBuoy, SearchX } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { HighlightedText } from './highlighted-text.tsx';
import { useReadTutorials } from './read-tutorials.ts';
import { findTutorials, matchExcerpt, searchTerms } from './search-tutorials.ts';
import { TutorialPage } from './tutorial-page.tsx';
import { tutorials, type Tutorial } from './tutorials.ts';

interface TutorialsScreenProps {
  account: string;
  /** Whether the organization's screens open for this person. */
  runsEvents: boolean;
  q: string;
  /** The one that is open, as the URL says it. */
  open: string | undefined;
  onSearch: (q: string) => void;
}

export function TutorialsScreen({ account, runsEvents, q, open, onSearch }: TutorialsScreenProps) {
  const { read, mark } = useReadTutorials(account);
  // One's own screens first.
  const ordered = runsEvents
    ? [...tutorials.filter(isForOrganizations), ...tutorials.filter((one) => !isForOrganizations(one))]
    : tutorials;
  const at = ordered.findIndex(({ id }) => id === open);
  const opened = ordered[at];
  if (opened)
    return (
      <TutorialPage
        key={opened.id}
        tutorial={opened}
        next={ordered[at + 1]}
        q={q}
        canFollow={runsEvents || !isForOrganizations(opened)}
        isRead={read.has(opened.id)}
        onRead={(isRead) => mark(opened.id, isRead)}
      />
    );
  const found = findTutorials(ordered, q);
  const done = ordered.filter(({ id }) => read.has(id)).length;
  const lists: [string, Tutorial[]][] = [
    ['For everyone', found.filter((one) => !isForOrganizations(one))],
    ['For organizations', found.filter(isForOrganizations)],
  ];
  return (
    <Page
      title="Tutorials"
      lead="Short guides with screenshots. Once opened, they’re available offline."
      actions={
        <Link to="/dashboard/feedback-support" className={buttonClass()}>
          <LifeBuoy aria-hidden className="size-4" />
          Help & Support
        </Link>
      }
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchInput
          label="Search tutorials"
          placeholder="Offline, poster, burst…"
          value={q}
          onSearch={onSearch}
          className="w-full sm:max-w-sm"
        />
        <div className="flex min-w-48 items-center gap-3 text-sm text-ink-muted">
          <Progress label="Tutorials read" value={done / ordered.length} className="w-24" />
          <span className="tabular-nums">{`${done} of ${ordered.length} read`}</span>
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {q !== '' && `${found.length} found`}
      </p>
      {found.length === 0 && (
        <EmptyState icon={<SearchX />} title="No tutorials found" actions={<Button onClick={() => onSearch('')}>Clear search</Button>}>
          No tutorials match “{q}”. Try a different search, or ask us.
        </EmptyState>
      )}
      {(runsEvents ? lists.toReversed() : lists).map(
        ([title, list]) =>
          list.length > 0 && <TutorialList key={title} title={title} tutorials={list} q={q} isRead={(id) => read.has(id)} />,
      )}
    </Page>
  );
}

const isForOrganizations = ({ audience }: Tutorial): boolean => audience === 'organizations';

interface TutorialListProps {
  title: string;
  tutorials: readonly Tutorial[];
  q: string;
  isRead: (id: string) => boolean;
}

function TutorialList({ title, tutorials: list, q, isRead }: TutorialListProps): ReactNode {
  const words = searchTerms(q);
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {list.map((tutorial) => {
          const excerpt = matchExcerpt(tutorial, q);
          return (
            <li
              key={tutorial.id}
              className="relative grid content-start gap-1 rounded-lg border border-line bg-surface p-5 shadow-1 transition-colors hover:border-line-strong"
            >
              <Link
                to="/dashboard/tutorials"
                search={(now) => ({ ...now, open: tutorial.id })}
                className="font-semibold after:absolute after:inset-0 after:rounded-lg"
              >
                <HighlightedText text={tutorial.title} words={words} />
              </Link>
              <p className="text-sm text-ink-muted">
                <HighlightedText text={tutorial.summary} words={words} />
              </p>
              {excerpt !== null && (
                <p className="line-clamp-3 text-sm">
                  <HighlightedText text={excerpt} words={words} />
                </p>
              )}
              {isRead(tutorial.id) && (
                <Badge tone="success" icon={<CircleCheck aria-hidden />} className="mt-1 justify-self-start">
                  Read
                </Badge>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
