import { useQueryClient } from '@tanstack/react-query';
import { atom, useAtom } from 'jotai';
import type { Event } from '#src/domains/events/event.ts';
import { eventShareLink } from '#src/domains/events/share-link.ts';
import { platform } from '#src/lib/platform.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';

const dismissedAtom = atom(false);

/** Of the apps whose browsers name themselves otherwise than people do. */
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

/**
 * Before the first shot in the browser of another app: the way to a browser that keeps photos. Default export: few need it.
 * @param app as `appOf` tells it
 */
export default function InAppNote({ app, event }: { app: string; event: Event | undefined }) {
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
