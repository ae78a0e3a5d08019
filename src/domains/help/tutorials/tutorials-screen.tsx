import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { safeLocalStorage, writeLocalStorage } from '#src/lib/web-storage.ts';
import { themeAtom } from '#src/shell/theme-atom.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { ChevronLeft, ChevronRight, CircleCheck, LifeBuoy, SearchX } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { Progress } from '#src/ui/progress.tsx';
import { SearchInput } from '#src/ui/search-input.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { findTutorials, matchExcerpt, searchTerms, splitAtMatches, type Tutorial, type TutorialPicture, tutorials } from './tutorials.ts';

interface TutorialsScreenProps {
  account: string;
  /** Whether this person can open the organization's screens. */
  runsEvents: boolean;
  q: string;
  /** Id of the open tutorial, from the URL. */
  open: string | undefined;
  onSearch: (q: string) => void;
}

export function TutorialsScreen({ account, runsEvents, q, open, onSearch }: TutorialsScreenProps) {
  const { read, mark } = useReadTutorials(account);
  // Tutorials for the person's own screens first.
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
  const terms = searchTerms(q);
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
                <HighlightedText text={tutorial.title} terms={terms} />
              </Link>
              <p className="text-sm text-ink-muted">
                <HighlightedText text={tutorial.summary} terms={terms} />
              </p>
              {excerpt !== null && (
                <p className="line-clamp-3 text-sm">
                  <HighlightedText text={excerpt} terms={terms} />
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

interface TutorialPageProps {
  tutorial: Tutorial;
  next: Tutorial | undefined;
  /** The search, highlighted here too. */
  q: string;
  /** Whether this person can open the linked screen. */
  canFollow: boolean;
  isRead: boolean;
  onRead: (isRead: boolean) => void;
}

function TutorialPage({ tutorial, next, q, canFollow, isRead, onRead }: TutorialPageProps) {
  const terms = searchTerms(q);
  const end = useOnceInView(() => onRead(true));
  const { label, ...to } = tutorial.link;
  return (
    <Page
      title={tutorial.title}
      lead={tutorial.summary}
      width="text"
      back={
        <Link
          to="/dashboard/tutorials"
          search={(now) => ({ ...now, open: undefined })}
          className="inline-flex min-h-11 items-center gap-1 text-sm text-ink-muted hover:text-ink"
        >
          <ChevronLeft aria-hidden className="size-4" />
          {q === '' ? 'All tutorials' : `Tutorials with “${q}”`}
        </Link>
      }
      badge={isRead && <Badge tone="success">Read</Badge>}
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {tutorial.steps.map(({ text, picture }, index) => (
          <li key={text} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3">
            <span aria-hidden className="grid size-8 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text">
              {index + 1}
            </span>
            <p className="self-center">
              <HighlightedText text={text} terms={terms} />
            </p>
            {picture && <Picture picture={picture} />}
          </li>
        ))}
      </ol>
      <div ref={end} className="flex flex-wrap items-center gap-2 border-t border-line pt-5">
        {canFollow && (
          <Link {...to} className={buttonClass({ variant: 'primary' })}>
            {label}
          </Link>
        )}
        {next && (
          <Link to="/dashboard/tutorials" search={(now) => ({ ...now, open: next.id })} className={buttonClass()}>
            Next: {next.title}
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        )}
        {isRead && (
          <Button variant="quiet" onClick={() => onRead(false)}>
            Mark as unread
          </Button>
        )}
      </div>
    </Page>
  );
}

/** Calls `onSeen` once, when the element scrolls into view. */
function useOnceInView(onSeen: () => void) {
  const element = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      seen();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return element;
}

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1000, height: 625 } };

/** A screenshot in the reader's theme. */
function Picture({ picture }: { picture: TutorialPicture }) {
  const sources = pictureSources(picture);
  const theme = useAtomValue(themeAtom);
  const isDarkDevice = useMedia('(prefers-color-scheme: dark)');
  const isDark = theme === 'system' ? isDarkDevice : theme === 'dark';
  const { alt, shape } = picture;
  const { width, height } = sizes[shape];
  if (!sources) return null;
  return (
    <FallbackImage
      src={isDark ? sources.dark : sources.light}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      className={cn('col-start-2 h-auto w-full rounded-md border border-line', shape === 'phone' && 'max-w-60')}
    />
  );
}

/** Renders **bold** interface words and highlights search matches. */
function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  return text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      <b key={index} className="font-semibold">
        <Highlighted text={part} terms={terms} />
      </b>
    ) : (
      <Highlighted key={index} text={part} terms={terms} />
    ),
  );
}

function Highlighted({ text, terms }: { text: string; terms: readonly string[] }) {
  return splitAtMatches(text, terms).map((piece, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="rounded-sm bg-warning-soft text-warning">
        {piece}
      </mark>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    ),
  );
}

/** Tutorials read to the end on this device. */
function useReadTutorials(account: string): { read: ReadonlySet<string>; mark: (id: string, isRead: boolean) => void } {
  const key = `tutorials-read:${account}`;
  const [read, setRead] = useState(() => new Set(stored(key)));
  const mark = (id: string, isRead: boolean) => {
    if (read.has(id) === isRead) return;
    const next = new Set(isRead ? [...read, id] : [...read].filter((other) => other !== id));
    setRead(next);
    writeLocalStorage(key, JSON.stringify([...next]));
  };
  return { read, mark };
}

function stored(key: string): string[] {
  try {
    const list: unknown = JSON.parse(safeLocalStorage()?.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return []; // not ours
  }
}

/** Screenshots that are dark in both themes have one file without a theme suffix. */
const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

const addressOf = (name: string): string | undefined => files[`./pictures/help-${name}.webp`];

function pictureSources({ name }: TutorialPicture): { light: string; dark: string } | null {
  const light = addressOf(`${name}-light`) ?? addressOf(name);
  const dark = addressOf(`${name}-dark`) ?? addressOf(name);
  return light !== undefined && dark !== undefined ? { light, dark } : null;
}
