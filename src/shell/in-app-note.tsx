import { atom, useAtom } from 'jotai';
import { inAppBrowser, platform } from '#src/lib/platform.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';

const goneAtom = atom(false);

/** Before the first shot in the browser of another app: the way to a browser that keeps photos. Default export: few need it. */
export default function InAppNote({ link }: { link: string }) {
  const [isGone, setGone] = useAtom(goneAtom);
  const app = inAppBrowser(navigator.userAgent);
  if (app === null || isGone) return null;
  const browser = platform(navigator) === 'ios' ? 'Safari' : 'your browser';
  return (
    <Banner
      tone="warning"
      title={`Open this page in ${browser}`}
      actions={
        <>
          <CopyButton size="sm" variant="primary" label="Copy link" text={link} />
          <Button size="sm" onClick={() => setGone(true)}>
            Continue here
          </Button>
        </>
      }
    >
      {app}’s built-in browser can lose photos that haven’t uploaded when you close it. Copy the link and paste it in {browser}.
    </Banner>
  );
}
