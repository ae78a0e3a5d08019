import { formatCount } from '#src/lib/format.ts';

/** "15 captured, 10 imported", in the queue and on the delivery board. @param counts.captured with the imported ones */
export function countsByOrigin({ captured, imported }: { captured: number; imported: number }): string {
  const shot = captured - imported;
  return [shot > 0 && `${formatCount(shot)} captured`, imported > 0 && `${formatCount(imported)} imported`].filter(Boolean).join(', ');
}
