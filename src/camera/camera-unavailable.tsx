import { deviceLabel } from '#src/lib/device.ts';
import { platform, type Platform } from '#src/lib/platform.ts';
import { Button } from '#src/ui/button.tsx';
import { CalendarX2, Camera, CameraOff, Images, ImageUp, RotateCw } from '#src/ui/icons.ts';
import type { CameraFailure } from './camera.ts';
import type { Picker } from './file-picker.tsx';
import { type ClosedStatus, StageCard } from './viewfinder.tsx';

interface FailureMessage {
  title: string;
  /** What to do. */
  advice: string;
  /** False if a retry cannot help. */
  retry: boolean;
}

const permissionHelp: Record<Platform, string> = {
  ios: 'Open Settings, find Safari (or this app) and set Camera to Allow. Then come back and try again.',
  android:
    'Tap the icon next to the address, or hold the app icon and open App info, then allow the camera under Permissions and try again.',
  desktop: 'Click the camera icon in the address bar, allow the camera for this site, then try again.',
};

/** Explains why there is no picture and what to do. */
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

const importIcon = <ImageUp aria-hidden className="size-4" />;

/** Explains the permission before the browser asks. At the bottom, in reach of the thumb. */
export function TurnOnCamera({ picker, onTurnOn }: { picker: Picker; onTurnOn: () => void }) {
  return (
    <StageCard
      isLow
      icon={<Camera />}
      title="Ready to take photos?"
      actions={
        <>
          <Button variant="primary" size="lg" icon={<Camera aria-hidden className="size-5" />} onClick={onTurnOn}>
            Turn on camera
          </Button>
          <Button size="lg" icon={importIcon} onClick={picker.openFiles}>
            Import photos
          </Button>
        </>
      }
    >
      Your browser will ask to use the camera. It’s on only while this screen is open, and only captures photos you take.
    </StageCard>
  );
}

export function CameraFailed({ reason, picker, onRetry }: { reason: CameraFailure; picker: Picker; onRetry: () => void }) {
  const words = failureMessage(reason, platform(navigator));
  const nativeCamera = platform(navigator) !== 'desktop';
  return (
    <StageCard
      role="alert"
      icon={<CameraOff />}
      title={words.title}
      actions={
        <>
          {words.retry && (
            <Button variant="primary" icon={<RotateCw aria-hidden className="size-4" />} onClick={onRetry}>
              Try again
            </Button>
          )}
          {nativeCamera && (
            <Button icon={<Camera aria-hidden className="size-4" />} onClick={picker.openCamera}>
              Use the phone’s camera
            </Button>
          )}
          <Button icon={importIcon} onClick={picker.openFiles}>
            Import photos
          </Button>
        </>
      }
    >
      {words.advice}
    </StageCard>
  );
}

const stillUpload = `Photos waiting on this ${deviceLabel} still upload, and you can import photos from the event.`;

const closedMessages: Record<Extract<ClosedStatus, string>, { title: string; text: string }> = {
  draft: { title: 'This event hasn’t started', text: 'The camera opens when the organization opens the event.' },
  ended: {
    title: 'This event is over',
    text: stillUpload,
  },
  archived: {
    title: 'This event is archived',
    text: stillUpload,
  },
  viewing: {
    title: 'You’re in view-only mode',
    text: 'The camera opens when you stop viewing.',
  },
  suspended: {
    title: 'The camera is closed for now',
    text: `The platform’s admins closed it. ${stillUpload}`,
  },
};

interface CaptureClosedProps {
  status: ClosedStatus;
  picker: Picker;
  /** Earlier shots can be imported. */
  canImport: boolean;
  onOpenGallery: () => void;
}

/** New shots are not accepted. If imports are not either, links to the gallery. */
export function CaptureClosed({ status, picker, canImport, onOpenGallery }: CaptureClosedProps) {
  const words = typeof status === 'string' ? closedMessages[status] : { title: 'The camera is closed', text: status.reason };
  return (
    <StageCard
      icon={<CalendarX2 />}
      title={words.title}
      actions={
        <>
          {canImport && (
            <Button variant="primary" icon={importIcon} onClick={picker.openFiles}>
              Import photos
            </Button>
          )}
          <Button variant={canImport ? 'secondary' : 'primary'} icon={<Images aria-hidden className="size-4" />} onClick={onOpenGallery}>
            See the gallery
          </Button>
        </>
      }
    >
      {words.text}
    </StageCard>
  );
}
