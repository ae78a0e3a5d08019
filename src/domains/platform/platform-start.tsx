import { Link } from '@tanstack/react-router';
import { apiUrl } from '#src/transport/base.ts';
import { Card } from '#src/ui/card.tsx';
import { Page } from '#src/ui/page.tsx';

const link = 'text-accent-text underline underline-offset-4';

/** Where super administrators come in: says what this version lets them do, and what it does not. */
export function PlatformStart() {
  return (
    <Page title="Admin Panel" lead="You are logged in as a super administrator of this platform.">
      <div className="grid max-w-3xl gap-4">
        <Card title="What you can do here">
          <ul className="grid gap-3">
            <li>
              <Link to="/dashboard/events-overview" className={link}>
                Look at events
              </Link>
              : every public event and its gallery, and events you joined.
            </li>
            <li>
              <a href={apiUrl('/api/docs')} className={link}>
                Read the API reference
              </a>
              : every call of the server, who may make it, and what it answers.
            </li>
            <li>
              <a href={apiUrl('/readyz')} className={link}>
                See whether the server is ready
              </a>
              : its database, its storage and its migrations.
            </li>
          </ul>
        </Card>
        <Card title="What is not part of this version">
          <p className="text-ink-muted">
            Users, organizations, models, analytics, event management, system logs, billing, notifications and permissions have no screens
            yet. A new organization cannot be approved in the app; whoever runs the server does that in its database.
          </p>
        </Card>
      </div>
    </Page>
  );
}
