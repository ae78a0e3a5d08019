// Which modules share a file. What nearly every visit loads comes as one, and the rest of the way to the camera as another: they compress
// better, and a bad line is asked twice instead of thirty times. Everything else is split as the bundler sees fit.
import type { Rolldown } from 'vite';

/** The frame of most screens, and the parts of the camera that other screens have too: they must not load the camera for them. */
const SHARED = [
  '/src/shell/(skip-link|offline-indicator)\\.',
  '/src/shell/sidebar/sidebar-(slot|toggle)\\.',
  '/src/domains/events/use-event-theme\\.',
  '/src/domains/photos/queue/use-counts\\.',
  '/src/outbox/taken-at\\.',
  '/src/ui/save-file\\.',
  '/@tanstack/react-query/.*/useQuery\\.',
  '/@tanstack/react-router/.*/useLocation\\.',
  '/lucide-react/.*/(images|image-up|download)\\.',
].join('|');

/** The screens on the way to the camera: the layouts it stands in, and itself. */
const CAMERA = '/src/routes/_venue(\\.tsx|/event/\\$id/(route|index)\\.tsx)\\?tsr-split=component';

/** For `output.codeSplitting`. A module takes along what it needs; the first group takes its own before the second. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'core', test: new RegExp(`/index\\.html$|/src/main\\.tsx$|${SHARED}`), priority: 2 },
  { name: 'camera', test: new RegExp(CAMERA), priority: 1 },
  // An icon is smaller than what it costs to ask for it.
  { name: 'icons', test: '/lucide-react/', minShareCount: 2 },
];
