import type { Ref } from 'react';
import { formatCount } from '#src/lib/format.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import type { GridSelection } from '#src/ui/grid/use-selection.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { CheckCheck, Download, X } from '#src/ui/icons.ts';
import { WordedIconButton } from '#src/ui/worded-icon-button.tsx';
import type { SharedPhoto } from './queries.ts';
import { MAX_SELECTED } from './shared-photo.ts';

interface SelectionBarProps {
  selection: GridSelection<SharedPhoto>;
  /** Photos that can be selected. */
  total: number;
  onDownload: (photos: readonly SharedPhoto[]) => void;
  /** Its content is as wide as the page's. */
  className: string;
  ref: Ref<HTMLDivElement>;
}

/** The number of selected photos, and what can be done with them. Stays in view. */
export function SelectionBar({ selection, total, onDownload, className, ref }: SelectionBarProps) {
  const offline = useConnection() !== 'online' && NEEDS_CONNECTION;
  const { selected, reading } = selection;
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-canvas pt-(--safe-top)">
      <div
        ref={ref}
        role="toolbar"
        aria-label="Selected photos"
        tabIndex={-1}
        onKeyDown={({ key }) => key === 'Escape' && selection.end()}
        className={`${className} flex min-h-14 items-center gap-1 py-1.5`}
      >
        <IconButton label="Cancel" className="-ml-2" icon={<X aria-hidden className="size-5" />} onClick={selection.end} />
        <p role="status" className="min-w-0 flex-1 truncate px-1 text-sm font-medium tabular-nums">
          {reading === null ? `${formatCount(selected.size)} selected` : `${formatCount(reading)}… loading`}
        </p>
        <WordedIconButton
          label={total > MAX_SELECTED ? `Select the first ${formatCount(MAX_SELECTED)}` : 'Select all'}
          word={total > MAX_SELECTED ? 'Select' : 'All'}
          icon={CheckCheck}
          onClick={selection.all}
        />
        <Button
          size="sm"
          variant="primary"
          icon={<Download aria-hidden className="size-4" />}
          disabledReason={(selected.size === 0 && 'Select photos first.') || offline}
          onClick={() => onDownload([...selected.values()])}
        >
          Download
        </Button>
      </div>
    </div>
  );
}
