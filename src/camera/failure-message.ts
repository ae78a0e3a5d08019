import type { Platform } from '#src/lib/platform.ts';
import type { CameraFailure } from './failure.ts';

export interface FailureMessage {
  title: string;
  /** What to do. */
  advice: string;
  /** False where trying again cannot help. */
  retry: boolean;
}

const permissionHelp: Record<Platform, string> = {
  ios: 'Open Settings, find Safari (or this app) and set Camera to Allow. Then come back and try again.',
  android:
    'Tap the icon next to the address, or hold the app icon and open App info, then allow the camera under Permissions and try again.',
  desktop: 'Click the camera icon in the address bar, allow the camera for this site, then try again.',
};

/** Why there is no picture and what to do, in sentences. */
export function failureMessage(reason: CameraFailure, platform: Platform): FailureMessage {
  switch (reason) {
    case 'refused':
      return { title: 'Camera access is blocked', advice: permissionHelp[platform], retry: true };
    case 'none':
      return {
        title: 'No camera found',
        advice: 'Connect a camera and try again, or import photos taken elsewhere.',
        retry: true,
      };
    case 'in-use':
      return {
        title: 'The camera is already in use',
        advice: 'Close video calls and other tabs or apps using the camera, then try again.',
        retry: true,
      };
    case 'insecure':
      return {
        title: 'The camera needs a secure address',
        advice: 'Open this page at an address that starts with https://. Until then, you can import photos.',
        retry: false,
      };
    case 'unsupported':
      return {
        title: 'This browser doesn’t support the camera',
        advice:
          platform === 'desktop'
            ? 'Open this page in another browser.'
            : 'Use the phone’s camera below, or open this page in another browser.',
        retry: false,
      };
    case 'lost':
      return { title: 'The camera was disconnected', advice: 'Another app may be using it, or it was unplugged. Try again.', retry: true };
    case 'unknown':
      return {
        title: 'The camera didn’t start',
        advice: 'Try again. If that doesn’t help, restart your browser.',
        retry: true,
      };
  }
}
