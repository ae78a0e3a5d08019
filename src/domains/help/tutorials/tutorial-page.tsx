import { Link } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import { themeAtom } from '#src/shell/theme-atom.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { cn } from '#src/ui/cn.ts';
import { FallbackImage } from '#src/ui/fallback-image.tsx';
import { ChevronLeft, ChevronRight } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { useMedia } from '#src/ui/use-media.ts';
import { HighlightedText } from './highlighted-text.tsx';
import { pictureSources } from './pictures.ts';
import { searchTerms } from './search-tutorials.ts';
import type { Tutorial, TutorialPicture } from './tutorials.ts';

interface TutorialPageProps {
  tutorial: Tutorial;
  next: Tutorial | undefined;
  /** What was looked for; it is marked here, too. */
  q: string;
  /** Whether the screen it is about opens for this person. */
  canFollow: boolean;
  isRead: boolean;
  onRead: (isRead: boolean) => void;
}

export function TutorialPage({ tutorial, next, q, canFollow, isRead, onRead }: TutorialPageProps) {
  const words = searchTerms(q);
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
              <HighlightedText text={text} words={words} />
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

/** Calls once when the element comes into view. */
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

/** In the reader's theme. */
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
