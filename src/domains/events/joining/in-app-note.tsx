import { useQueryClient } from '@tanstack/react-query';
import { atom, useAtom } from 'jotai';
import type { Event } from '#src/domains/events/event.ts';
import { eventShareLink } from '#src/domains/events/share-link.ts';
import { platform } from '#src/lib/platform.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';

const dismissedAtom = atom(false);

/** Display names of apps whose user agent uses another name. */
const names: Record<string, string> = {
  FBAN: 'Facebook',
  FBAV: 'Facebook',
  FB_IAB: 'Facebook',
  musical_ly: 'TikTok',
  Bytedance: 'TikTok',
  'Line/': 'LINE',
  MicroMessenger: 'WeChat',
  LinkedInApp: 'LinkedIn',
  'Pinterest/': 'Pinterest',
};

export interface InAppNoteProps {
  /** The match of `detectInAppBrowser`. */
  app: string;
  event: Event | undefined;
}

/**
 * Recommends a browser that keeps photos, before the first shot. Default export because few people need it.
 */
export default function InAppNote({ app, event }: InAppNoteProps) {
  const client = useQueryClient();
  const [isGone, setGone] = useAtom(dismissedAtom);
  if (isGone) return null;
  const browser = platform(navigator) === 'ios' ? 'Safari' : 'your browser';
  return (
    <Banner
      tone="warning"
      title={`Open this page in ${browser}`}
      actions={
        <>
          <CopyButton size="sm" variant="primary" label="Copy link" text={event ? eventShareLink(client, event) : location.href} />
          <Button size="sm" onClick={() => setGone(true)}>
            Continue here
          </Button>
        </>
      }
    >
      {names[app] ?? app}’s built-in browser can lose photos that haven’t uploaded when you close it. Copy the link and paste it in{' '}
      {browser}.
    </Banner>
  );
}
