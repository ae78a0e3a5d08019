import { cn } from './cn.ts';
import { Loading, Skeleton } from './skeleton.tsx';

interface RowsSkeletonProps {
  label: string;
  rows: number;
  /** Classes of the list, each row, its picture, the text beside it, and each line of text. */
  className?: string;
  row: string;
  picture?: string;
  body?: string;
  lines: readonly string[];
}

/** Skeleton of rows or cards: optionally a picture, and lines of text. */
export function RowsSkeleton({ label, rows, className, row, picture, body = 'content-center gap-2', lines }: RowsSkeletonProps) {
  return (
    <Loading label={label} className={className}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={row}>
          {picture && <Skeleton className={cn('shrink-0', picture)} />}
          <div className={cn('grid min-w-0 flex-1', body)}>
            {lines.map((line) => (
              <Skeleton key={line} className={line} />
            ))}
          </div>
        </div>
      ))}
    </Loading>
  );
}
