// What a page follows for as long as it lives. It comes late: the way to the shutter carries nothing of it.
import { sendWaiting } from '#src/domains/generation/send-waiting.ts';
import { watchGoneAccounts } from '#src/session/gone-accounts.ts';
import { followSession } from '#src/session/session-stream.ts';
import { queryClient } from '#src/shell/query-client.ts';

/** @param onSessionChanged called after a renewal that says something else than before */
export function followAll(onSessionChanged: () => void): void {
  followSession(onSessionChanged);
  watchGoneAccounts();
  sendWaiting(queryClient);
}
