import { useState, type ReactNode } from 'react';
import type { components } from '#openapi/api.ts';
import { formatTime } from '#src/lib/format.ts';
import { MediaImage } from '#src/shell/media-image.tsx';
import { apiUrl } from '#src/transport/api-base.ts';
import { cn } from '#src/ui/cn.ts';

type Thread = components['schemas']['TicketThread'];
type Message = Thread['messages'][number];

interface MessageListProps {
  thread: Thread;
  /** Who wrote it, as the reader calls them. */
  authorOf: (message: Message) => string;
  /** Behind when it was written. */
  renderMark?: (message: Message) => ReactNode;
  /** "The screenshot you sent". */
  screenshot: string;
  /** "Diagnostics you sent". */
  diagnosticsTitle: string;
}

/** What was written to and fro, with what was sent along. */
export function MessageList({
  thread: { ticket, messages, diagnostics },
  authorOf,
  renderMark,
  screenshot,
  diagnosticsTitle,
}: MessageListProps) {
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Messages">
      {messages.map((message, index) => (
        <li
          key={message.id}
          className={cn('grid gap-2 rounded-lg border border-line p-4', message.from === 'support' ? 'bg-accent-soft' : 'bg-surface')}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
            <span className="line-clamp-2 font-medium wrap-anywhere text-ink">{authorOf(message)}</span>
            <time dateTime={message.created_at}>{formatTime(message.created_at)}</time>
            {renderMark?.(message)}
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">{message.text}</p>
          {index === 0 && ticket.screenshot_url && (
            <Screenshot key={ticket.screenshot_url} url={ticket.screenshot_url} words={screenshot} />
          )}
          {index === 0 && diagnostics && (
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer content-center text-ink-muted">{diagnosticsTitle}</summary>
              <pre className="rounded-md bg-sunken p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{diagnostics}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function Screenshot({ url, words }: { url: string; words: string }) {
  const [isAway, setAway] = useState(false);
  return isAway ? (
    <p className="text-sm text-ink-muted">{words} can’t be shown now.</p>
  ) : (
    <MediaImage
      src={apiUrl(url)}
      alt={words}
      onUnavailable={() => setAway(true)}
      className="max-h-96 max-w-full justify-self-start rounded-md border border-line object-contain"
    />
  );
}
