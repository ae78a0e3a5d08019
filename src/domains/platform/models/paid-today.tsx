import { Link } from '@tanstack/react-router';
import { formatCount, formatTime } from '#src/lib/format.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Meter } from '#src/ui/meter.tsx';
import type { PlatformModels } from './queries.ts';

/** Today's images by models that cost money, and their limit. */
export function PaidToday({ today: { used, limit, per_person: perPerson, resets_at: resetsAt } }: { today: PlatformModels['paid_today'] }) {
  const perUser = perPerson === null ? '' : ` Each user can create ${formatCount(perPerson)}.`;
  return (
    <section aria-labelledby="paid-today" className="grid gap-3">
      <h2 id="paid-today" className="text-lg font-semibold">
        Models that cost money
      </h2>
      <div className="grid gap-3 rounded-lg border border-line bg-surface p-4 shadow-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
        <dl>
          <Meter
            name="Images today"
            used={used}
            max={limit}
            format={formatCount}
            note={`Resets ${formatTime(resetsAt)} (midnight UTC). At the limit, these models refuse further requests.${perUser}`}
          />
        </dl>
        <Link to="/super-admin/settings" search={{ tab: 'limits' }} className={buttonClass({ size: 'sm' })}>
          Change limit
        </Link>
      </div>
    </section>
  );
}
