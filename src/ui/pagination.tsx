import { ChevronLeft, ChevronRight } from '#src/ui/icons.ts';
import { Button } from './button.tsx';

interface PaginationProps {
  /** Which list is paged; for screen readers. */
  label: string;
  /** "25 of 203 events". Read out when it changes. */
  summary: string;
  /** Null on the first page. */
  onPrevious: (() => void) | null;
  /** Null on the last page. */
  onNext: (() => void) | null;
  loading?: boolean;
}

/** Through a list by pages whose number nobody counts. Without buttons where one page holds it all. */
export function Pagination({ label, summary, onPrevious, onNext, loading }: PaginationProps) {
  return (
    <nav aria-label={label} className="flex min-h-10 flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
        {summary}
      </p>
      {(onPrevious || onNext) && (
        <div className="flex gap-2">
          <Button
            size="sm"
            icon={<ChevronLeft aria-hidden className="size-4" />}
            disabledReason={!onPrevious && 'This is the first page'}
            onClick={() => onPrevious?.()}
          >
            Previous
          </Button>
          <Button size="sm" loading={loading} disabledReason={!onNext && 'This is the last page'} onClick={() => onNext?.()}>
            Next
            <ChevronRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </nav>
  );
}
