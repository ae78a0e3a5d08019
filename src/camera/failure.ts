/**
 * Why there is no picture:
 * `refused` the person or the system said no · `none` no camera found · `in-use` another app holds it ·
 * `insecure` the page is not on https · `unsupported` the browser has no camera interface · `lost` it went away and did not come back ·
 * `unknown` the browser gave a reason that has no name here.
 */
export type CameraFailure = 'refused' | 'none' | 'in-use' | 'insecure' | 'unsupported' | 'lost' | 'unknown';

// Names as in the Media Capture and Streams specification, with those older engines still use.
const byName: Record<string, CameraFailure> = {
  NotAllowedError: 'refused',
  PermissionDeniedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'in-use',
  TrackStartError: 'in-use',
  AbortError: 'in-use',
};

/** The failure behind what `getUserMedia` rejected with. */
export function failureOf(error: unknown): CameraFailure {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return byName[name] ?? 'unknown';
}
