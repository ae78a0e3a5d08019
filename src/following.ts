// What a page follows for as long as it lives. It comes late: the way to the shutter carries nothing of it.
import { getDefaultStore } from 'jotai';
import { createElement } from 'react';
import { sendWaiting } from '#src/domains/generation/send-waiting.ts';
import { tellOfApproval } from '#src/domains/photos/approval-note.ts';
import { watchGoneAccounts } from '#src/session/gone-accounts.ts';
import { followSession } from '#src/session/session-stream.ts';
import { bellAtom } from '#src/shell/notices/bell-slot.ts';
import { noticesAreStale } from '#src/shell/notices/notices-key.ts';
import { followPush } from '#src/shell/push/follow-push.ts';
import { queryClient } from '#src/shell/query-client.ts';
import { followReceipts } from '#src/shell/store-watch.ts';
import { watchViewing } from '#src/shell/watch-viewing.ts';
import { onceReachable } from '#src/transport/reachability.ts';

/**
 * @param onSessionChanged called after a renewal that says something else than before
 * @param isLate the session was read a while ago, and may have changed since
 */
export function followAll(onSessionChanged: () => void, isLate: boolean): void {
  followSession(onSessionChanged, () => void noticesAreStale(queryClient), isLate);
  followPush();
  void showBell();
  void followReceipts();
  watchGoneAccounts();
  watchViewing();
  sendWaiting(queryClient);
  tellOfApproval();
  void readAhead();
  void knowWhetherMailIsSent();
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

async function readAhead(): Promise<void> {
  try {
    // Imported late: the gallery, which is kept, needs what it needs, and may need nothing of this.
    const { readGalleriesAhead } = await import('#src/domains/photos/read-ahead.ts');
    readGalleriesAhead(queryClient);
  } catch (error) {
    console.warn('No gallery is read ahead', error);
    onceReachable(readAhead);
  }
}

/** Read before a message may have to say it. */
async function knowWhetherMailIsSent(): Promise<void> {
  try {
    // Imported late: kept screens need it, too, and they may need nothing of this.
    const { platformInfoQuery } = await import('#src/shell/sends-mail.ts');
    await queryClient.prefetchQuery(platformInfoQuery);
  } catch (error) {
    console.warn('Whether mail is sent is not known', error);
  }
}
