import { useId, useState } from 'react';
import { services } from '#src/domains/platform/settings/services.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { ProviderKeyPart } from './provider-key.tsx';
import { ageOf, formatDuration, healthSummary, isFailing, isKeyRefused, type ModelProvider } from './queries.ts';

/** Whether each provider works, over the last seven days, from real requests; and the keys of those that need one. */
export function Providers({ providers }: { providers: readonly ModelProvider[] }) {
  return (
    <section aria-label="Providers" className="grid gap-3">
      <h2 className="text-lg font-semibold">Providers</h2>
      <ul className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {providers.map((provider) => (
          <ProviderCard key={provider.id} provider={provider} />
        ))}
      </ul>
      <ConnectServer />
    </section>
  );
}

/** Servers that need an address, which only their environment can trust. */
function ConnectServer() {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-accent-text underline">Connect a server of your own</summary>
      <div className="mt-2 grid gap-2 rounded-md bg-sunken p-3">
        <p>
          Set its environment variable on the server, for example in the file <code>.env</code>, and restart the server. Its models then
          appear below.
        </p>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
          {[services.openai_compatible, services.sd_server].map(({ name, variable }) => (
            <div key={variable} className="contents">
              <dt>{name}</dt>
              <dd className="font-mono text-xs leading-5 wrap-anywhere select-all max-sm:mb-1">{variable}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}

/** One row, whose details and key are opened on demand. */
function ProviderCard({ provider }: { provider: ModelProvider }) {
  const { name, is_set_up: isSetUp, health } = provider;
  // Lists that were cached by an earlier release have none.
  const key = (provider.key as ModelProvider['key'] | undefined) ?? null;
  const isUnused = key?.unused != null;
  const [chosen, setChosen] = useState<boolean | null>(null);
  // What a key needs is in view.
  const isOpen = chosen ?? isUnused;
  const details = useId();
  const isUsed = health.succeeded + health.failed > 0;
  const { last_succeeded_at: good } = health;
  return (
    <li className="grid content-start gap-2 rounded-lg border border-line bg-surface px-4 py-2 text-sm shadow-1">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</h3>
        {!isSetUp && isUnused ? (
          <Badge tone="warning">Not in use</Badge>
        ) : !isSetUp ? (
          <Badge>{key?.source === 'none' ? 'Needs a key' : 'Not set up'}</Badge>
        ) : isKeyRefused(health) ? (
          <Badge tone="danger">Key refused</Badge>
        ) : isFailing(health) ? (
          <Badge tone="warning">Last request failed</Badge>
        ) : good === null ? (
          <Badge>Ready</Badge>
        ) : (
          <Badge tone="success">Working</Badge>
        )}
        {(key !== null || isSetUp || isUsed) && (
          <Button size="sm" aria-expanded={isOpen} aria-controls={details} onClick={() => setChosen(!isOpen)}>
            {isOpen ? 'Close' : key?.source === 'none' && !isUnused ? 'Add key' : 'Details'} <span className="sr-only">of {name}</span>
          </Button>
        )}
      </div>
      <div id={details} hidden={!isOpen} className="grid gap-2">
        {isOpen && <ProviderDetails provider={provider} />}
      </div>
    </li>
  );
}

function ProviderDetails({ provider }: { provider: ModelProvider }) {
  const { is_set_up: isSetUp, health, key } = provider;
  const isUsed = health.succeeded + health.failed > 0;
  const { last_succeeded_at: good, last_failed_at: bad, last_error: error, median_ms: median, p95_ms: slow } = health;
  return (
    <>
      {(isSetUp || isUsed) && <p className="text-ink-muted">{healthSummary(health)} in the last 7 days</p>}
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
      {key != null && <ProviderKeyPart provider={provider} providerKey={key} />}
    </>
  );
}
