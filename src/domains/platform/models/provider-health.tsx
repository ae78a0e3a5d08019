import { Badge } from '#src/ui/badge.tsx';
import { ageOf, formatDuration, healthSummary, isFailing } from './model-labels.ts';
import type { PlatformModels } from './queries.ts';

type ModelProvider = PlatformModels['providers'][number];

/** How each provider fared in the last seven days, from what really happened. */
export function ProviderHealth({ providers }: { providers: readonly ModelProvider[] }) {
  return (
    <section aria-label="Providers" className="grid gap-3">
      <h2 className="text-lg font-semibold">Providers</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {providers.map((provider) => (
          <ProviderCard key={provider.id} provider={provider} />
        ))}
      </ul>
    </section>
  );
}

function ProviderCard({ provider: { name, is_set_up: isSetUp, health } }: { provider: ModelProvider }) {
  const { last_succeeded_at: good, last_failed_at: bad, last_error: error, median_ms: median, p95_ms: slow } = health;
  return (
    <li className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4 text-sm shadow-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        {!isSetUp ? (
          <Badge>Not set up</Badge>
        ) : isFailing(health) ? (
          <Badge tone="warning">Last request failed</Badge>
        ) : good === null ? (
          <Badge>Ready</Badge>
        ) : (
          <Badge tone="success">Working</Badge>
        )}
      </div>
      <p className="text-ink-muted">{healthSummary(health)} in the last 7 days</p>
      {median !== null && slow !== null && (
        <p className="text-ink-muted">
          Median {formatDuration(median)} · 95th percentile {formatDuration(slow)}
        </p>
      )}
      {good !== null && <p className="text-ink-muted">Last success {ageOf(good)}</p>}
      {bad !== null && (
        <p className="text-ink-muted wrap-anywhere">
          Last failure {ageOf(bad)}
          {error !== null && `: ${error}`}
        </p>
      )}
    </li>
  );
}
