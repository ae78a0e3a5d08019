import { readOnlyReason } from '#src/session/selection.ts';
import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { apiUrl } from '#src/transport/api-base.ts';
import { ExternalLink } from '#src/ui/icons.ts';
import { TokensCard } from './tokens-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

interface IntegrationsScreenProps {
  organizationId: string;
  suspended: boolean;
  /** The webhook whose deliveries are open. */
  logOf: string | null;
  onLog: (webhookId: string | null) => void;
}

const SUSPENDED = 'Your organization is suspended. You can remove its tokens and webhooks, but not add or change them.';

/** API tokens and webhooks of an organization, for its admins. */
export default function IntegrationsScreen({ organizationId, suspended, logOf, onLog }: IntegrationsScreenProps) {
  const isOnline = useConnection() === 'online';
  const removalDisabledReason = isOnline ? readOnlyReason() : NEEDS_CONNECTION;
  const props = { organizationId, removalDisabledReason, disabledReason: removalDisabledReason ?? (suspended ? SUSPENDED : null) };
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <TokensCard {...props} />
      <WebhooksCard {...props} logOf={logOf} onLog={onLog} />
      <p className="text-sm text-ink-muted">
        <a
          href={apiUrl('/api/docs')}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 text-accent-text underline"
        >
          API reference <ExternalLink aria-hidden className="size-4" />
        </a>
      </p>
    </div>
  );
}
