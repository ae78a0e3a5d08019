// The tutorials and their search. **Bold** words quote the interface: a test looks them up in the source.
import { linkOptions } from '@tanstack/react-router';

const tutorialLinks = {
  events: linkOptions({ to: '/dashboard/events-overview', label: 'Open your events' }),
  camera: linkOptions({ to: '/dashboard', search: { open: 'camera' }, label: 'Open the camera of your last event' }),
  waiting: linkOptions({ to: '/dashboard', label: 'See waiting photos' }),
  generate: linkOptions({ to: '/dashboard/generate', label: 'Open Generate Image' }),
  profile: linkOptions({ to: '/dashboard/profile', label: 'Open your profile' }),
  security: linkOptions({ to: '/dashboard/settings', search: { tab: 'security' }, label: 'Open the security settings' }),
  manage: linkOptions({ to: '/organization/events', label: 'Open Event Management' }),
} as const;

type TutorialLink = (typeof tutorialLinks)[keyof typeof tutorialLinks];

/** A screenshot made by `npm run screens -- tutorials`. */
export interface TutorialPicture {
  name: string;
  alt: string;
  shape: 'phone' | 'desk';
}

interface TutorialStep {
  text: string;
  picture?: TutorialPicture;
}

export interface Tutorial {
  id: string;
  title: string;
  summary: string;
  audience: 'everybody' | 'organizations';
  steps: readonly TutorialStep[];
  /** Opens the screen of the tutorial. */
  link: TutorialLink;
}

export const tutorials: readonly Tutorial[] = [
  {
    id: 'first-event',
    title: 'Your first event',
    summary: 'From the code on the poster to your first photo in the gallery.',
    audience: 'everybody',
    steps: [
      {
        text: 'Scan the QR code on the event’s poster with your phone. Without a poster, open **Events** in the menu, press **Join with a code** and enter the code you were given. Capital letters and hyphens don’t matter.',
      },
      {
        text: 'Check that it’s the right event, then press **Join and open the camera**.',
        picture: { name: 'join', alt: 'The page a code opens, with the event and one button to join', shape: 'phone' },
      },
      { text: 'Your browser asks for permission to use the camera. Allow it. Without it, you can still use **Import photos**.' },
      {
        text: 'Press the round button to take a photo. The line above the preview shows how many photos are waiting on your device, and when all of them are stored on the server.',
        picture: { name: 'camera', alt: 'An event’s camera, with the round button and the number of stored photos', shape: 'phone' },
      },
      { text: 'Press **Gallery** to see everyone’s photos. New photos appear automatically.' },
    ],
    link: tutorialLinks.events,
  },
  {
    id: 'burst',
    title: 'Capture a burst',
    summary: 'Hold the button to take several photos in a row, and choose the best later.',
    audience: 'everybody',
    steps: [
      {
        text: 'Press and hold the round button. The camera takes one photo after another and counts them until you let go.',
        picture: { name: 'burst', alt: 'The camera during a burst, with the number of photos taken so far', shape: 'phone' },
      },
      { text: 'On a keyboard, hold the space bar or Enter. A single press takes one photo.' },
      {
        text: 'Every photo in a burst is saved and uploaded like any other. Press **Switch camera** to change cameras. Under **Camera options**, you can choose another camera or turn on the **Grid**.',
      },
      {
        text: 'To keep only the best, open the gallery, choose **Mine** and press **Select**. Select the ones you don’t want and press **Delete**. **Undo** brings them back.',
      },
    ],
    link: tutorialLinks.camera,
  },
  {
    id: 'offline',
    title: 'No connection? Keep shooting',
    summary: 'How the queue keeps your photos safe.',
    audience: 'everybody',
    steps: [
      {
        text: 'Take photos as usual. The camera works without a connection. Each photo is first saved on your device, and stays there until upload is confirmed.',
      },
      {
        text: 'Press the number above the preview to open the **Queue**. It lists every photo that’s only on your device, and why.',
        picture: { name: 'queue', alt: 'The queue offline, with photos saved on the device and waiting', shape: 'phone' },
      },
      {
        text: 'When you’re back online, photos upload automatically. You can close the app: on many phones, uploads continue in the background.',
      },
      {
        text: 'If a photo needs attention, the queue shows what happened and what to do: **Retry** uploads it again, **Save a copy** keeps it on your device, and **Discard** deletes it.',
      },
      {
        text: 'Don’t clear your browser’s data while photos are waiting. Photos are safest when the app is installed on your home screen. See **App** under **Settings**.',
      },
    ],
    link: tutorialLinks.waiting,
  },
  {
    id: 'import',
    title: 'Import photos from files',
    summary: 'Add photos you took with another camera or your phone’s camera app.',
    audience: 'everybody',
    steps: [
      {
        text: 'Open the camera of the event and press **Import photos**. Choose as many files as you like. On a computer, you can also drop them on the page.',
        picture: { name: 'import', alt: 'The camera after an import, with a card showing how many photos were saved', shape: 'phone' },
      },
      {
        text: 'You can import JPEG, PNG, WebP, AVIF and HEIC files, up to 50 MB each. Keep the app open until the import is done. Files are copied first and uploaded afterwards.',
      },
      { text: 'Photos already in this event are skipped and counted. **Import anyway** adds them again.' },
      {
        text: 'If an import was interrupted, the card lists what’s missing. Press **Choose again**. Photos already imported are skipped.',
      },
      {
        text: 'Photos are sorted by when they were taken, not by when they were imported. If your camera’s clock was wrong, they appear at that time.',
      },
    ],
    link: tutorialLinks.camera,
  },
  {
    id: 'sharing',
    title: 'Like, share and download',
    summary: 'What you can do with a photo in the gallery.',
    audience: 'everybody',
    steps: [
      {
        text: 'Open a photo in the gallery. Swipe or use the arrow keys to see the next one. **Like** adds to the count everyone sees.',
        picture: { name: 'viewer', alt: 'A photo in the gallery, with buttons to like, share and download it', shape: 'phone' },
      },
      {
        text: '**Share link** (on a computer **Copy link**) shares the photo’s address. Anyone with access to the event can open it. Links to public events also let people join.',
      },
      { text: '**Download** saves the photo in full size, if the organization allows it. You can always download your own photos.' },
      { text: 'For several at once, press **Select** in the gallery, choose the photos, and press **Download** or **Like**.' },
      { text: '**Details** shows who took the photo, when, and with which camera. Its location isn’t shared with other people.' },
    ],
    link: tutorialLinks.events,
  },
  {
    id: 'images',
    title: 'Create and restyle images',
    summary: 'Turn a photo or a few words into your own image.',
    audience: 'everybody',
    steps: [
      {
        text: 'Open **Generate Image** in the menu. Under **Image to restyle**, choose a file, take a photo, or pick one of your **Event photos**. Then choose a style and press **Restyle**.',
        picture: { name: 'restyle', alt: 'The form with a photo, the styles and the Restyle button', shape: 'phone' },
      },
      {
        text: 'The line beside the button shows what it costs. You can close the page while we work. The result appears on the same screen and in your **Gallery**.',
        picture: { name: 'restyled', alt: 'A photo as a poster among the results, with its actions', shape: 'phone' },
      },
      {
        text: '**Erase** removes what you paint over, such as a sign or a passer-by. **Extend** brings a photo to another format. **Cut out** removes the background behind people, and **Upscale** doubles a small image. Clip art draws simple scenes from words. If your platform has an image model, **Create** follows any description.',
      },
      {
        text: 'Clip art only draws what it knows. Words it doesn’t know are underlined, and what will be missing is named before anything is charged. The small preview below is free: **Show another** draws the same words anew, and **Generate** makes the one you see. If it can’t draw anything you name, there’s nothing to pay: change the words, or restyle a photo.',
        picture: {
          name: 'words',
          alt: 'A description with an underlined word, and a sentence that names what will be missing',
          shape: 'phone',
        },
      },
      {
        text: 'No idea? Press **Prompts** for templates and prompts you saved, or **Try this** at one of the **Examples** that you see before your first image. One request makes one image; choose more under **Images**, and each has its own viewpoint.',
      },
      {
        text: 'To restyle an event photo, open it in the gallery, press **Restyle** and choose a style. To restyle many at once, press **Select**, choose them, and press **Restyle**. You can pause, resume or undo such a batch as a whole.',
      },
      {
        text: 'Press a result to see it in full. **Compare** shows it beside the photo it was made of, and **History** how you got there.',
      },
      {
        text: '**Download** saves the result, **Print** fits it to a paper size, and **Share link** shows it to people without an account until the link expires. **Post to event** adds it to the event’s gallery, labeled as generated; **Undo** withdraws it.',
      },
    ],
    link: tutorialLinks.generate,
  },
  {
    id: 'guests',
    title: 'Join without an account',
    summary: 'Get to the camera in two taps, and keep everything if you create an account later.',
    audience: 'everybody',
    steps: [
      {
        text: 'Scan the code, enter your name if the event asks for it, and press **Continue as guest**. You’re in.',
        picture: { name: 'guest', alt: 'The page a code opens, with a name field and one button', shape: 'phone' },
      },
      {
        text: 'Without an account, you’re known on one phone only. You can take and like photos like everyone else, but on another phone you’d start over.',
      },
      { text: 'If you log out, the same phone offers **Continue as** with your name when you scan a code again.' },
      {
        text: 'To keep everything, press **Create account** in the menu. You’ll have the same photos on every device, with an email address and a password.',
      },
    ],
    link: tutorialLinks.profile,
  },
  {
    id: 'two-factor',
    title: 'Protect your account',
    summary: 'Passkeys, two-factor authentication, recovery codes, and devices you have lost.',
    audience: 'everybody',
    steps: [
      {
        text: 'Open **Settings**, then **Security**. Under **Two-factor authentication** press **Turn on**, scan the QR code with an authenticator app, and enter the six digits it shows.',
        picture: { name: 'two-factor', alt: 'The security settings with two-factor authentication', shape: 'phone' },
      },
      {
        text: '**Add a passkey** to log in with your fingerprint, your face or the PIN of your device instead. No password or code needed.',
      },
      {
        text: 'Keep your recovery codes somewhere safe, and not on the same phone. Each works once when you don’t have your phone. **New recovery codes** replaces them.',
      },
      { text: 'Lost a phone? Under **Logged-in devices**, press **Log out** next to it. Photos waiting on it stay there.' },
      { text: 'Under **Your data**, you can download all your data or delete your account.' },
    ],
    link: tutorialLinks.security,
  },
  {
    id: 'create-event',
    title: 'Create an event',
    summary: 'From an empty list to an event that takes photos.',
    audience: 'organizations',
    steps: [
      { text: 'Open **Event Management** in the menu and press **New event**. It starts with your organization’s event settings.' },
      {
        text: 'Enter a name, a start and the hours. **Visibility** sets whether members of other organizations can find it. **Who can join** sets who can use the code. Press **Create event**.',
        picture: { name: 'new-event', alt: 'The form for a new event', shape: 'desk' },
      },
      { text: 'While an event is a draft, only your organization sees it. **Open for joining** lets people in before it starts.' },
      {
        text: '**Go live** lists it first for everyone in it. With **End automatically**, it ends on its own; otherwise press **End event**. Photos still on phones are accepted afterwards.',
      },
      { text: 'Next time, open a similar event, press **More actions** and choose **Duplicate**.' },
    ],
    link: tutorialLinks.manage,
  },
  {
    id: 'posters',
    title: 'Posters and join codes',
    summary: 'Print the code, change who can use it, or replace it.',
    audience: 'organizations',
    steps: [
      { text: 'Open your event. The **Joining** card shows its QR code and the code to type.' },
      {
        text: 'Press **Poster**, then **Print**. It’s one A4 page. Hang it at the entrance.',
        picture: { name: 'poster', alt: 'An event poster as it will be printed', shape: 'desk' },
      },
      { text: '**Copy link** is for messages. **Download** saves just the QR code, as SVG for print and PNG for screens.' },
      {
        text: 'Under **Who can join**, choose **Anyone with the code**, **Invited people only** or **No one new**. Invite people under **Participants**. Each gets a code that works once.',
      },
      {
        text: 'In the event’s **Settings**, **Required to join** sets whether people need **A name**, **Nothing** or **An account**.',
      },
      {
        text: 'If the code got into the wrong hands, press **Replace code**. The old one stops working immediately. People who have joined stay in.',
      },
    ],
    link: tutorialLinks.manage,
  },
  {
    id: 'moderation',
    title: 'Approve photos first',
    summary: 'Review photos one by one or many at once.',
    audience: 'organizations',
    steps: [
      {
        text: 'Turn on **Approve photos first** in the event’s settings. From then on, each new photo waits for you. Only the photographer and your organization see it.',
      },
      {
        text: 'Open **Moderation**. Under **Review** you see one photo at a time. Press **Approve** or **Reject**, or swipe right or left on a phone. On a keyboard, the arrow keys do the same.',
        picture: { name: 'moderation', alt: 'A photo to review, with the buttons Reject and Approve', shape: 'desk' },
      },
      { text: '**Reject with a reason** tells the photographer why. **Undo** reverses the last decision.' },
      { text: 'Under **Pending**, select several photos, or press **Select all**, and review them at once.' },
      { text: 'Several people can moderate at the same time. No photo is shown to two of them.' },
      {
        text: 'Under **Approved**, **Hide** removes a photo from the gallery. Under **Rejected**, **Approve** adds one back.',
      },
    ],
    link: tutorialLinks.manage,
  },
];

/** The search terms in lower case. */
export const searchTerms = (q: string): string[] => [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))];

const plainText = (text: string): string => text.replaceAll('**', '');

const textsOf = ({ title, summary, steps }: Tutorial): string[] => [title, summary, ...steps.map(({ text }) => plainText(text))];

/** Tutorials that contain every search term, title matches first. */
export function findTutorials(all: readonly Tutorial[], q: string): Tutorial[] {
  const terms = searchTerms(q);
  const matches = (texts: readonly string[]) => {
    const text = texts.join('\n').toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  const found = all.filter((tutorial) => matches(textsOf(tutorial)));
  return [...found.filter(({ title }) => matches([title])), ...found.filter(({ title }) => !matches([title]))];
}

/** The step with the most search terms. Null if title and summary already contain all of them. */
export function matchExcerpt({ title, summary, steps }: Tutorial, q: string): string | null {
  const terms = searchTerms(q);
  const matchCount = (text: string) => terms.filter((term) => text.toLowerCase().includes(term)).length;
  if (terms.length === 0 || matchCount(`${title}\n${summary}`) === terms.length) return null;
  const [best] = steps.map(({ text }) => plainText(text)).toSorted((a, b) => matchCount(b) - matchCount(a));
  return best !== undefined && matchCount(best) > 0 ? best : null;
}

/** Splits a text at matches: the odd indexes are the matches. */
export function splitAtMatches(text: string, terms: readonly string[]): string[] {
  if (terms.length === 0) return [text];
  const escaped = terms.toSorted((a, b) => b.length - a.length).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return text.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
}
