/** The browser features that distinguish phones from computers; a worker has fewer, a server none. */
interface DeviceHints {
  navigator?: { userAgent: string };
  matchMedia?: (query: string) => { matches: boolean };
}

/** The noun for the device in "this phone", "this computer". A laptop with a touch screen is a computer. */
export function detectDeviceLabel({ navigator, matchMedia }: DeviceHints): 'phone' | 'computer' {
  const isMobile = /Mobi|Android|iP(hone|ad|od)/.test(navigator?.userAgent ?? '');
  // iPads report a Mac.
  return isMobile || matchMedia?.('(pointer: coarse)').matches ? 'phone' : 'computer';
}

/** The label of this device. */
export const deviceLabel = detectDeviceLabel(globalThis);
