/** What of a browser tells a phone from a computer; a worker has less of it, a server nothing. */
interface DeviceHints {
  navigator?: { userAgent: string };
  matchMedia?: (query: string) => { matches: boolean };
}

/** What a person calls the thing in their hand, for "this phone", "this computer". A laptop that has a touch screen too is a computer. */
export function detectDeviceLabel({ navigator, matchMedia }: DeviceHints): 'phone' | 'computer' {
  const isMobile = /Mobi|Android|iP(hone|ad|od)/.test(navigator?.userAgent ?? '');
  // An iPad calls itself a Mac.
  return isMobile || matchMedia?.('(pointer: coarse)').matches ? 'phone' : 'computer';
}

/** Of this page. */
export const deviceLabel = detectDeviceLabel(globalThis);
