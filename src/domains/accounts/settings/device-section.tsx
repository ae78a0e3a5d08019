import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { deviceLabel } from '#src/lib/device.ts';
import { reportSpaceFreed } from '#src/lib/disk.ts';
import { formatBytes } from '#src/lib/format-bytes.ts';
import { pluralize } from '#src/lib/format.ts';
import { mediaCacheName } from '#src/lib/media-cache.ts';
import type { LiveQueryState } from '#src/outbox/queue.ts';
import { describeFailure } from '#src/shell/failure.ts';
import { InstallSteps } from '#src/shell/install-offer.tsx';
import { installAtom, installMethodAtom, isInstalled } from '#src/shell/install.ts';
import { OrphanedPhotos } from '#src/shell/orphaned-photos.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { toast } from '#src/ui/toast.ts';

interface DeviceSectionProps {
  account: string;
  /** Photos that are on this device only. */
  waiting: LiveQueryState<readonly unknown[]>;
  /** Storage persistence and free space. */
  storage: ReactNode;
}

/** Data stored on this device, which part of it can be cleared, and the app's installation. */
export function DeviceSection({ account, waiting, storage }: DeviceSectionProps) {
  return (
    <Card title={`This ${deviceLabel}`} lead="What the app stores here, and how it’s installed.">
      {storage}
      <div className="mt-3 empty:mt-0">
        <OrphanedPhotos />
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        <Line name="Photos waiting to upload">{waitingText(waiting)}</Line>
        <CachedImagesLine account={account} />
        <InstallLine />
      </dl>
    </Card>
  );
}

function waitingText({ data, error }: LiveQueryState<readonly unknown[]>): string {
  if (error) return 'Couldn’t count waiting photos. Your photos are safe.';
  if (!data) return 'Counting…';
  return data.length === 0
    ? 'None right now.'
    : `${pluralize(data.length, 'photo', 'photos')}. They’re removed once uploaded, and can’t be cleared here.`;
}

function Line({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-3 last:pb-0">
      <dt className="text-sm font-medium">{name}</dt>
      <dd className="col-start-1 text-sm text-ink-muted">{children}</dd>
      {action && <dd className="col-start-2 row-span-2 row-start-1">{action}</dd>}
    </div>
  );
}

function CachedImagesLine({ account }: { account: string }) {
  const client = useQueryClient();
  const queryKey = ['accounts', 'kept-pictures', account];
  const { data } = useQuery({ queryKey, queryFn: () => readCachedImages(account), staleTime: 0 });
  const clear = useMutation({
    mutationFn: () => clearCachedImages(account),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey });
      toast.success('Cached images cleared');
    },
    onError: (error) => toast.error('Couldn’t clear cached images', { detail: describeFailure(error).detail }),
  });
  const none = data?.count === 0;
  return (
    <Line
      name="Cached gallery images"
      action={
        <Button size="sm" loading={clear.isPending} disabledReason={none && 'Nothing to clear.'} onClick={() => clear.mutate()}>
          Clear
        </Button>
      }
    >
      {!data && 'Counting…'}
      {none && 'Nothing is cached.'}
      {data && !none && `${pluralize(data.count, 'image', 'images')}, ${formatBytes(data.bytes)}. They’ll reload when you view them.`}
    </Line>
  );
}

function InstallLine() {
  const method = useAtomValue(installMethodAtom);
  const install = useSetAtom(installAtom);
  const [steps, setSteps] = useState(false);
  return (
    <Line
      name="App"
      action={
        method && (
          <Button size="sm" onClick={() => (method === 'prompt' ? void install() : setSteps(true))}>
            Install
          </Button>
        )
      }
    >
      {isInstalled() && 'Installed.'}
      {method && 'Not installed. Once installed, it works offline and shows how many photos are waiting.'}
      {!method && !isInstalled() && 'Not installed, or open in the browser. To install it, use the browser menu.'}
      <InstallSteps open={steps} onOpenChange={setSteps} />
    </Line>
  );
}

interface CachedImages {
  count: number;
  bytes: number;
}

const cacheNames = (account: string) => [mediaCacheName(account, 'thumb'), mediaCacheName(account, 'preview')];

async function readCachedImages(account: string): Promise<CachedImages> {
  const total: CachedImages = { count: 0, bytes: 0 };
  // Insecure origins have no Cache Storage.
  if (!('caches' in globalThis)) return total;
  for (const name of cacheNames(account)) {
    if (!(await caches.has(name))) continue;
    for (const { headers } of await (await caches.open(name)).matchAll()) {
      total.count += 1;
      total.bytes += Number(headers.get('content-length') ?? 0);
    }
  }
  return total;
}

/** Clears cached gallery images only. Waiting photos are stored elsewhere. */
async function clearCachedImages(account: string): Promise<void> {
  for (const name of cacheNames(account)) await caches.delete(name);
  reportSpaceFreed();
}
