import type { Platform } from '#src/lib/platform.ts';
import type { CameraFailure } from './failure.ts';

export interface FailureWords {
  title: string;
  /** What to do. */
  advice: string;
  /** False where trying again cannot help. */
  retry: boolean;
}

const allow: Record<Platform, string> = {
  ios: 'Open Settings, find Safari (or this app) and set Camera to Allow. Then come back and try again.',
  android:
    'Tap the icon left of the address, or hold the app’s icon and open App info; allow the camera under Permissions. Then try again.',
  desktop: 'Press the camera icon in the address bar, allow the camera for this site, then try again.',
};

/** Why there is no picture and what to do, in sentences. */
export function failureWords(reason: CameraFailure, platform: Platform): FailureWords {
  switch (reason) {
    case 'refused':
      return { title: 'The camera is not allowed here', advice: allow[platform], retry: true };
    case 'none':
      return {
        title: 'No camera found',
        advice: 'Connect a camera and try again, or bring in photos that you have taken elsewhere.',
        retry: true,
      };
    case 'in-use':
      return {
        title: 'Something else is using the camera',
        advice: 'Close video calls and other tabs or apps that show the camera, then try again.',
        retry: true,
      };
    case 'insecure':
      return {
        title: 'The camera needs a secure address',
        advice: 'Open this page by an address that begins with https://. Until then you can bring in photos.',
        retry: false,
      };
    case 'unsupported':
      return {
        title: 'This browser has no camera for web pages',
        advice:
          platform === 'desktop'
            ? 'Open this page in another browser.'
            : 'Use the phone’s own camera below, or open this page in another browser.',
        retry: false,
      };
    case 'lost':
      return { title: 'The camera went away', advice: 'Another app took it, or it was unplugged. Try again.', retry: true };
    case 'unknown':
      return {
        title: 'The camera did not start',
        advice: 'Try again. If that does not help, close the browser fully and open it anew.',
        retry: true,
      };
  }
}
