/** For instructions only ("open Settings → …"). Detect features by asking the browser. */
export type Platform = 'ios' | 'android' | 'desktop';

export function platform(agent: { userAgent: string; maxTouchPoints: number }): Platform {
  if (/iPhone|iPad|iPod/.test(agent.userAgent)) return 'ios';
  // iPads report a Mac; no Mac has a touch screen.
  if (/Macintosh/.test(agent.userAgent) && agent.maxTouchPoints > 1) return 'ios';
  return /Android/.test(agent.userAgent) ? 'android' : 'desktop';
}
