// Which modules share a file. What nearly every visit loads comes as one, and the rest of the way to the camera as another: they compress
// better, and a bad line is asked twice instead of thirty times. Small parts that belong together come together for the same reason: the worker
// asks for its files one after the other. Everything else is split as the bundler sees fit.
import type { Rolldown } from 'vite';

/** The frame of most screens, and the parts of the camera that other screens have too: they must not load the camera for them. */
const SHARED = [
  '/src/shell/(offline-indicator)\\.',
  '/src/shell/sidebar/sidebar-(slot|toggle)\\.',
  '/src/shell/use-event-theme\\.',
  '/src/domains/photos/queue/use-outbox-read\\.',
  '/@tanstack/react-query/.*/useQuery\\.',
  '/@tanstack/react-router/.*/useLocation\\.',
  '~icons/(images|image-up|download)$',
].join('|');

/** The screens on the way to the camera: its layouts and the camera itself. */
const CAMERA = '/src/routes/_venue(\\.tsx|/event/\\$id/(route|index)\\.tsx)\\?tsr-split=component';

/** The frame of all screens, signed in or not. */
const FRAME = [
  '/src/ui/(app-logo|badge|card|copy-button|empty-state|field|input|page|progress|rows-skeleton|search-input|use-media)\\.',
  '/src/shell/(data-age|layouts|media-image|not-found|optimistic-mutation|query-state|use-refetch-on-reconnect)\\.',
  '/src/domains/events/(cover|event)\\.',
  '/src/domains/organizations/queries\\.',
  '/src/session/(guests|selection|sign-in)\\.',
  '/src/lib/(failure-report|list-search|platform|time-zone)\\.',
  '/src/routes/.*\\?tsr-split=notFoundComponent',
  // Used by the tutorials and by screens in the precache: the tutorials must not include it in their own chunk.
  '/@tanstack/react-query/.*/(useInfiniteQuery|useMutation)\\.',
  '/@tanstack/query-core/.*/(infiniteQueryObserver|mutationObserver)\\.',
  '/src/(shell/theme-atom|lib/theme)\\.',
].join('|');

/** What nearly every control of the library is made of. */
const PRIMITIVES = '/@radix-ui/(primitive|react-(compose-refs|context|direction|id|presence|primitive|slot|use-[a-z-]+))/';

/** What opens above a screen, and controls that are made of several parts. */
const OVERLAYS =
  '/@radix-ui/react-(collection|dialog|roving-focus|tabs)/|/src/ui/(checkbox|choice-chips|dialog|radio-group|select|sheet|switch|tabs)\\.';

/** Asked for by a press, each small. */
const ON_DEMAND = {
  // For photos that cannot be sent or stored. Before the dialogs, which would otherwise include it: the camera uses it too.
  exports: '/src/ui/(export-photos|download-file|photo-export)\\.|/src/lib/format-bytes\\.',
  dialogs: '/src/shell/(logout-dialog|outdated-page-dialog|repair-dialog|update-prompt)\\.',
  imports: '/src/camera/(exif|import-card|import-files|import-queue|leave-import-dialog)\\.',
  // Both for imports on a slow line.
  proofs: '/src/outbox/(known-files|proofs)\\.',
  // The viewers of photos, shared photos and images.
  stage: '/src/shell/stage/',
  streams: '/src/session/reconnecting-stream\\.|/src/domains/photos/event-stream\\.',
  // Used by the queue, by logout, and by screens outside of the precache.
  waiting: '/src/outbox/(earlier-devices|queue-management)\\.',
  background: '/src/background-services\\.|/src/session/session-stream\\.|/src/shell/drop-persisted-queries\\.',
  // Used by the list of events and by screens outside of the precache.
  'event-status': '/src/shell/event-badge\\.|/src/ui/use-now\\.',
  'camera-aside': '/src/camera/(camera-unavailable|options-sheet|storage-refused)\\.',
  joining: '/src/domains/events/joining/(join-screen|code-form|no-event)\\.|/src/routes/_open/join/.*\\?tsr-split=component',
};

const FORM = '/node_modules/(valibot|react-hook-form)/|/src/shell/app-form\\.|/src/ui/form\\.|/openapi/generated/limits\\.';

/** An organization's lists and their actions. */
const LISTS = [
  '/src/routes/_app/organization/events/index\\.tsx\\?tsr-split=component',
  '/src/domains/events/manage/(list/|form/new-event|use-event-actions)',
  '/src/shell/(paged-list|resource-list|sheet-form)\\.',
].join('|');

/** All icons but those that only screens outside of the precache have, each in one area. */
const EARLY_ICONS =
  '/src/ui/icon\\.|~icons/(?!(bell-off|bell-ring|book-open|brush|calendar-clock|chart-no-axes-column|circle-off|circle-x|columns-2|construction|database|dices|eraser|file-exclamation-point|flask-conical|hand-coins|id-card|image-plus|image-upscale|mail-x|megaphone|message-circle-question-mark|message-square-text|minus|palette|pen-line|pencil-line|qr-code|rotate-ccw-clock|rotate-cw|scissors|send|server-crash|sliders-horizontal|user-cog|user-round-plus|wand-sparkles)$)';

/** The tutorials are one chunk. */
const HELP = '/src/domains/help/tutorials/|/src/routes/_app/dashboard/tutorials\\.tsx\\?tsr-split=component';

/** For `output.codeSplitting`. A module brings its dependencies; earlier groups take precedence. */
const inOrder: Rolldown.CodeSplittingGroup[] = [
  { name: 'core', test: new RegExp(`/index\\.html$|/src/main\\.tsx$|${SHARED}`) },
  { name: 'camera', test: new RegExp(CAMERA) },
  // An icon is smaller than the cost of a request; icons of lazy screens alone are loaded with them.
  { name: 'icons', test: new RegExp(EARLY_ICONS), minShareCount: 2 },
  { name: 'frame', test: new RegExp(FRAME) },
  { name: 'primitives', test: new RegExp(PRIMITIVES) },
  { name: 'overlays', test: new RegExp(OVERLAYS) },
  { name: 'menus', test: /\/src\/ui\/dropdown-menu\./ },
  ...Object.entries(ON_DEMAND).map(([name, test]) => ({ name, test: new RegExp(test) })),
  { name: 'form', test: new RegExp(FORM) },
  { name: 'lists', test: new RegExp(LISTS) },
  // Search parameters of a screen: the area's routes load them, and the tutorials must not include them in their own chunk.
  { name: 'dashboard', test: /\/src\/routes\/_app\/dashboard\/[\w-]+\.tsx$/ },
  { name: 'help', test: new RegExp(HELP) },
];

export const groups: Rolldown.CodeSplittingGroup[] = inOrder.map((group, index) => ({ ...group, priority: inOrder.length - index }));
