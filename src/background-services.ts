// What a page follows for as long as it lives. It comes late: the way to the shutter carries nothing of it.
import { getDefaultStore } from 'jotai';
import { createElement } from 'react';
import { startGenerationDelivery } from '#src/domains/generation/send-waiting.ts';
import { startApprovalNotice } from '#src/domains/photos/approval-notice.ts';
import { watchDeletedAccounts, watchSession } from '#src/session/session-stream.ts';
import { session } from '#src/session/store.ts';
import { bellAtom } from '#src/shell/layouts.tsx';
import { invalidateNotices } from '#src/shell/notices/queries.ts';
import { startReceiptChecks } from '#src/shell/outbox-integrity.ts';
import { startPushSync } from '#src/shell/push/device-push.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { onceReachable } from '#src/transport/reachability.ts';

/**
 * @param onSessionChanged called after a renewal that says something else than before
 * @param isLate the session was read a while ago, and may have changed since
 */
export function startBackgroundServices(onSessionChanged: () => void, isLate: boolean): void {
  watchSession(onSessionChanged, () => void invalidateNotices(queryClient), isLate);
  startPushSync();
  void showBell();
  void startReceiptChecks();
  watchDeletedAccounts();
  watchImpersonation();
  startGenerationDelivery(queryClient);
  startApprovalNotice();
  void prefetchGalleries();
  void prefetchPlatformInfo();
}

async function showBell(): Promise<void> {
  try {
    const { Bell } = await import('#src/shell/notices/bell.tsx');
    getDefaultStore().set(bellAtom, createElement(Bell));
  } catch (error) {
    console.warn('The notifications could not be loaded', error);
    onceReachable(showBell);
  }
}

async function prefetchGalleries(): Promise<void> {
  try {
    // Imported late: the gallery, which is kept, needs what it needs, and may need nothing of this.
    const { startGalleryPrefetch: readGalleriesAhead } = await import('#src/domains/photos/prefetch.ts');
    readGalleriesAhead(queryClient);
  } catch (error) {
    console.warn('No gallery is read ahead', error);
    onceReachable(prefetchGalleries);
  }
}

/** Read before a message may have to say it. */
async function prefetchPlatformInfo(): Promise<void> {
  try {
    // Imported late: kept screens need it, too, and they may need nothing of this.
    const { platformInfoQuery } = await import('#src/shell/sends-mail.ts');
    await queryClient.prefetchQuery(platformInfoQuery);
  } catch (error) {
    console.warn('Whether mail is sent is not known', error);
  }
}

/** While somebody else is looked at, a banner says so on every screen. It is fetched then. */
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
    console.warn('The banner of a viewing could not be shown', error);
  }
}
