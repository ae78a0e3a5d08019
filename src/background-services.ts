// Long-running services of the page. Loaded late, because they are not on the way to the shutter.
import type { RegisteredRouter } from '@tanstack/react-router';
import { getDefaultStore } from 'jotai';
import { createElement } from 'react';
import { eventQuery } from '#src/domains/events/queries.ts';
import { startApprovalNotice } from '#src/domains/photos/approval-notice.ts';
import { pluralize } from '#src/lib/format.ts';
import { watchDeletedAccounts, watchSession } from '#src/session/session-stream.ts';
import { session } from '#src/session/store.ts';
import { startDeviceReports } from '#src/shell/device-reports.ts';
import { bellAtom } from '#src/shell/layouts.tsx';
import { invalidateNotices } from '#src/shell/notices/queries.ts';
import { startReceiptChecks } from '#src/shell/outbox-integrity.ts';
import { startPushSync } from '#src/shell/push/device-push.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { linkSplashImages } from '#src/shell/splash-images.ts';
import { watchBalances } from '#src/shell/watch-balances.ts';
import { onceReachable } from '#src/transport/reachability.ts';
import { toast } from '#src/ui/toast.ts';

/**
 * @param onSessionChanged called after a renewal that changed the session
 * @param isLate the session was read a while ago, and may have changed since
 */
export function startBackgroundServices(onSessionChanged: () => void, isLate: boolean, router: RegisteredRouter): void {
  watchSession(onSessionChanged, () => void invalidateNotices(queryClient), isLate);
  startPushSync();
  void showBell();
  void startReceiptChecks();
  watchDeletedAccounts();
  watchImpersonation();
  void moveLegacyGenerations();
  startApprovalNotice();
  startDeviceReports(openEventOfStaff, onEventOpened);
  void announceSharedPhotos(() => void router.navigate({ to: '/share' }));
  void showRunningBatches((batch) => void router.navigate({ to: '/dashboard/generate/batches', search: { batch } }));
  linkSplashImages();
  void prefetchGalleries();
  void prefetchPlatformInfo();
  watchBalances(queryClient);
  void watchLayersOf(router);
}

/** Before the first layer opens, so that Back closes it at once. */
async function watchLayersOf(router: RegisteredRouter): Promise<void> {
  try {
    // Imported late: precached dialogs share it and must not depend on this chunk.
    const { watchLayers } = await import('#src/ui/layers.ts');
    watchLayers(router);
  } catch (error) {
    console.warn('Back does not close layers yet', error);
    onceReachable(() => watchLayersOf(router));
  }
}

/** The event on the screen, if it is cached and the person is of its staff. */
function openEventOfStaff(): string | null {
  const [, id] = /^\/event\/([^/]+)/.exec(location.pathname) ?? [];
  const relation = id === undefined ? undefined : queryClient.getQueryData(eventQuery(id).queryKey)?.relation;
  return id !== undefined && (relation === 'organization' || relation === 'participant') ? id : null;
}

function onEventOpened(listener: () => void): void {
  queryClient.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
    if (type === 'observerAdded' && queryKey[0] === 'events' && queryKey[1] === 'one') listener();
  });
}

/** Batches that were started on this device, and go on. */
async function showRunningBatches(open: (batch: string) => void): Promise<void> {
  try {
    const { resumeBatchWatch } = await import('#src/domains/generation/batch/watch-batches.ts');
    resumeBatchWatch(open);
  } catch (error) {
    console.warn('Could not show the running batches', error);
    onceReachable(() => showRunningBatches(open));
  }
}

async function showBell(): Promise<void> {
  try {
    const { Bell } = await import('#src/shell/notices/bell.tsx');
    getDefaultStore().set(bellAtom, createElement(Bell));
  } catch (error) {
    console.warn('Could not load the notifications', error);
    onceReachable(showBell);
  }
}

/** Photos that were shared with the app and wait for a decision, such as after an interrupted import. */
async function announceSharedPhotos(open: () => void): Promise<void> {
  try {
    // Imported late: the precached screen of shared photos shares it and must not depend on this chunk.
    const { listHeldShares, SHARE_PATH } = await import('#src/lib/held-shares.ts');
    const user = session.read()?.user;
    if (!user || user.viewing || location.pathname === SHARE_PATH) return;
    const count = (await listHeldShares(user.id)).reduce((sum, { files }) => sum + files.size, 0);
    if (count === 0) return;
    toast.info(`${pluralize(count, 'shared photo is', 'shared photos are')} waiting for an event`, {
      duration: Infinity,
      action: { label: 'Choose event', onClick: open },
    });
  } catch (error) {
    console.warn('Shared photos could not be counted', error);
  }
}

async function prefetchGalleries(): Promise<void> {
  try {
    // Imported late: the precached gallery shares modules with it and must not depend on this chunk.
    const { startGalleryPrefetch } = await import('#src/domains/photos/prefetch.ts');
    startGalleryPrefetch(queryClient);
  } catch (error) {
    console.warn('Could not prefetch galleries', error);
    onceReachable(prefetchGalleries);
  }
}

/** Prefetched so that messages can mention email correctly. */
async function prefetchPlatformInfo(): Promise<void> {
  try {
    // Imported late: precached screens share it and must not depend on this chunk.
    const { platformInfoQuery } = await import('#src/shell/sends-mail.ts');
    await queryClient.prefetchQuery(platformInfoQuery);
  } catch (error) {
    console.warn('Could not prefetch the platform info', error);
  }
}

async function moveLegacyGenerations(): Promise<void> {
  try {
    const { importLegacyGenerations } = await import('#src/outbox/generations.ts');
    await importLegacyGenerations();
  } catch (error) {
    console.warn('Could not move saved generation requests to the outbox', error);
  }
}

/** During impersonation, a banner on every screen shows it. It is loaded when it is needed. */
function watchImpersonation(): void {
  const look = () => {
    if (session.read()?.user.viewing) void loadImpersonationBanner();
  };
  session.subscribe(look);
  look();
}

async function loadImpersonationBanner(): Promise<void> {
  try {
    const late = await import('#src/shell/impersonation-banner.tsx');
    late.showImpersonationBanner();
  } catch (error) {
    console.warn('Could not show the impersonation banner', error);
  }
}
