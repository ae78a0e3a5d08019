import type { OrganizationOverview } from '#src/domains/events/manage/queries.ts';
import { pluralize, formatCount, formatDay } from '#src/lib/format.ts';
import { Card } from '#src/ui/card.tsx';
import { cn } from '#src/ui/cn.ts';

type Day = OrganizationOverview['days'][number];

/** A day has no zone: it is said as the calendar writes it. */
const dayLabel = ({ day }: Day) => formatDay(`${day}T00:00:00Z`, 'UTC');

/** Photos by the day they were taken on, and the likes they have, each by its own measure. */
export function DailyActivity({ days }: { days: readonly Day[] }) {
  if (days.every(({ photos, likes }) => photos + likes === 0)) {
    return (
      <Card title="Last 30 days">
        <p className="text-ink-muted">No photos or likes in this time</p>
      </Card>
    );
  }
  return (
    <Card title="Last 30 days" lead="Each photo counts on the day it was taken, in your time zone.">
      <div className="grid gap-8 lg:grid-cols-2">
        <Bars days={days} metric="photos" one="photo" many="photos" className="bg-accent" />
        <Bars days={days} metric="likes" one="like" many="likes" className="bg-danger" />
      </div>
      {/* A table takes no height but its rows’: what hides it is around it. */}
      <div className="sr-only">
        <table>
          <caption>Photos and likes by day</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Photos</th>
              <th scope="col">Likes</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayLabel(day)}</th>
                <td>{day.photos}</td>
                <td>{day.likes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface BarsProps {
  days: readonly Day[];
  metric: 'photos' | 'likes';
  one: string;
  many: string;
  className: string;
}

function Bars({ days, metric, one, many, className }: BarsProps) {
  const most = Math.max(...days.map((day) => day[metric]));
  const sum = days.reduce((total, day) => total + day[metric], 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure aria-hidden className="grid gap-2">
      <figcaption className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{pluralize(sum, one, many)}</span>
        <span className="text-ink-muted tabular-nums">{most > 0 && `peak ${formatCount(most)} a day`}</span>
      </figcaption>
      <div className="flex h-32 items-end gap-px border-b border-line sm:gap-0.5">
        {days.map((day) => (
          <div key={day.day} title={`${dayLabel(day)}: ${pluralize(day[metric], one, many)}`} className="flex h-full flex-1 items-end">
            <div
              className={cn('w-full rounded-t-xs', day[metric] > 0 ? className : 'bg-transparent')}
              style={{ height: most > 0 ? `max(${day[metric] > 0 ? 2 : 0}px, ${(day[metric] / most) * 100}%)` : 0 }}
            />
          </div>
        ))}
      </div>
      <div className="flex justify-between text-xs text-ink-muted">
        <span>{first && dayLabel(first)}</span>
        <span>{last && dayLabel(last)}</span>
      </div>
    </figure>
  );
}
