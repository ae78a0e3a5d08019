// Loaded from the network: the server names these devices.
import { useCallback } from 'react';
import { formatCount, formatRelativeTime, pluralize } from '#src/lib/format.ts';
import { dismissEarlierDevices, type EarlierDevice, earlierDevices } from '#src/outbox/earlier-devices.ts';
import { Banner } from '#src/ui/banner.tsx';
import { toast } from '#src/ui/toast.ts';
import { missingPhotos } from './missing-photos.ts';
import { useOutboxRead } from './use-outbox-read.ts';

/** What to expect on a memory card. Answers of earlier releases don't have it. */
const storedWords = ({ captured, stored }: EarlierDevice) =>
  stored === undefined
    ? ''
    : `. The server has ${stored === 0 ? 'none' : formatCount(stored)} of its ${pluralize(captured, 'photo', 'photos')}.`;

/** Photos on devices that the person used before, as the organization sees them. Renders nothing if there are none. */
export default function EarlierDevices({ account, eventId }: { account: string; eventId: string }) {
  const read = useCallback(() => earlierDevices(account, eventId), [account, eventId]);
  const devices = useOutboxRead(read).data ?? [];
  if (devices.length === 0) return null;
  const count = devices.reduce((sum, { waiting }) => sum + waiting, 0);
  const [them, are] = count === 1 ? ['it', 'it is'] : ['them', 'they are'];
  return (
    <Banner
      tone="warning"
      title={`${pluralize(count, 'photo of yours is', 'photos of yours are')} only on another device`}
      onDismiss={() =>
        void dismissEarlierDevices(account, eventId).catch(() => toast.error('Couldn’t dismiss the notice', { detail: 'Try again.' }))
      }
    >
      <ul aria-label="Other devices" className="grid gap-1">
        {devices.map((device) => (
          <li key={`${device.name} ${device.last_contact_at}`} className="wrap-anywhere">
            {[device.name, device.number].filter(Boolean).join(', ')}: {pluralize(device.waiting, 'photo', 'photos')}
            {device.waiting_photos?.length ? ` (${missingPhotos(device.waiting_photos, device.waiting)})` : ''}, last heard{' '}
            {formatRelativeTime(device.last_contact_at)}
            {storedWords(device)}
          </li>
        ))}
      </ul>
      <p className="mt-2">
        Open the app there to upload {them}. If that device was wiped or lost, {are} lost unless you still have the memory card: import it
        here.
      </p>
    </Banner>
  );
}
