// Cookies are shared by all tabs, so a sign-in or sign-out in one concerns the others.
type TabMessage = { type: 'signed-in'; account: string } | { type: 'signed-out' } | { type: 'changed' } | { type: 'noticed' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session');

export const postToTabs = (notice: TabMessage) => channel?.postMessage(notice);

/** Calls back when another tab signed in or out, or heard that the session says something else now, or that notices came. */
export function onTabMessage(listener: (notice: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data));
}
