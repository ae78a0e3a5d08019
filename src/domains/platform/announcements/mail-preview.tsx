import { useQuery } from '@tanstack/react-query';
import { platformSettingsQuery } from '#src/domains/platform/settings/queries.ts';

interface MailPreviewProps {
  title: string;
  body: string;
  /** Whether it leads anywhere. */
  isLinked: boolean;
}

/** As `server/mail/email-content.ts` colours it: on white paper, whatever the app is. */
const paper = { background: '#ffffff', color: '#1d1f24' };
const brand = { background: '#4353c9', color: '#ffffff' };
const pale = { color: '#5b5f69' };

/** An announcement as its email says it. The words are those of `announcementEmail`. */
export function MailPreview({ title, body, isLinked }: MailPreviewProps) {
  const { data } = useQuery(platformSettingsQuery);
  const name = data?.name ?? 'AI Image Suite';
  return (
    <figure aria-label="Email" className="grid gap-2">
      <figcaption className="text-sm wrap-anywhere text-ink-muted">Email: {title || 'Title'}</figcaption>
      <div className="overflow-hidden rounded-md border border-line text-sm" style={paper}>
        <p className="px-4 py-3 font-semibold wrap-anywhere" style={brand}>
          {name}
        </p>
        <div className="grid justify-items-start gap-3 p-4 wrap-anywhere">
          <p className="whitespace-pre-line">{(body || 'Text').split(/\s*\n\s*/).join('\n\n')}</p>
          <span className="rounded-md px-4 py-2 font-semibold" style={brand}>
            {isLinked ? 'Read more' : 'Open the app'}
          </span>
          <p style={pale}>You can turn off emails like this in your profile settings.</p>
          <p className="wrap-anywhere" style={pale}>
            {name}
          </p>
        </div>
      </div>
    </figure>
  );
}
