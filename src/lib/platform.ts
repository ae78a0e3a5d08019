/** For the words of instructions only ("open Settings → …"); what a browser can do is asked of the browser. */
export type Platform = 'ios' | 'android' | 'desktop';

export function platform(agent: { userAgent: string; maxTouchPoints: number }): Platform {
  if (/iPhone|iPad|iPod/.test(agent.userAgent)) return 'ios';
  // iPads call themselves Macs; no Mac has a touch screen.
  if (/Macintosh/.test(agent.userAgent) && agent.maxTouchPoints > 1) return 'ios';
  return /Android/.test(agent.userAgent) ? 'android' : 'desktop';
}

/** By a word of the user agent. Their pages lose storage and sign-in when the app closes, and often have no camera. */
const apps: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBAN|FBAV|FB_IAB/, 'Facebook'],
  [/Snapchat/, 'Snapchat'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/\bLine\//, 'LINE'],
  [/MicroMessenger/, 'WeChat'],
  [/LinkedInApp/, 'LinkedIn'],
  [/Twitter for|TwitterAndroid/, 'X'],
  [/Pinterest\//, 'Pinterest'],
];

/** The app whose built-in browser shows this page; null in a browser of its own. */
export const inAppBrowser = (userAgent: string): string | null => apps.find(([word]) => word.test(userAgent))?.[1] ?? null;
