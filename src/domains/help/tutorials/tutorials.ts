// What our users are shown first. **Between asterisks** stand the words of our screens: a test looks each of them up there.
import { organizationTutorials } from './organization-tutorials.ts';
import { tutorialLinks, type TutorialLink } from './tutorial-links.ts';

/** A photograph of one of our own screens; `npm run screens -- tutorials` takes them. */
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
  /** Whose screens it is about. */
  audience: 'everybody' | 'organizations';
  steps: readonly TutorialStep[];
  /** The screen that is meant. */
  link: TutorialLink;
}

const ownTutorials: readonly Tutorial[] = [
  {
    id: 'first-event',
    title: 'Your first event',
    summary: 'From the code on the poster to your first photo in the gallery.',
    audience: 'everybody',
    steps: [
      {
        text: 'Scan the QR code on the event’s poster with your phone. Without a poster, open **Events** in the menu, press **Join with a code** and type the code you were given. Capitals and hyphens do not matter.',
      },
      {
        text: 'You see whose event it is before anything happens. Press **Join and open the camera**.',
        picture: { name: 'join', alt: 'The page behind a code: the event, and one button into it', shape: 'phone' },
      },
      { text: 'Your browser asks whether the app may use the camera. Allow it: without it you can still use **Import photos**.' },
      {
        text: 'Press the round button to take a photo. Above the picture you read how many photos wait on your device, and when all of them are stored on the server.',
        picture: { name: 'camera', alt: 'The camera of an event, with the round button and the number of photos stored', shape: 'phone' },
      },
      { text: 'Press **Gallery** to see what everybody has taken. New photos appear by themselves.' },
    ],
    link: tutorialLinks.events,
  },
  {
    id: 'burst',
    title: 'Capture a burst',
    summary: 'Hold the button for several photos in a row, and choose the best later.',
    audience: 'everybody',
    steps: [
      {
        text: 'Keep the round button pressed. After a moment the camera takes one photo after the other, and a number counts them until you let go.',
        picture: { name: 'burst', alt: 'The camera during a burst, with the number of photos taken so far', shape: 'phone' },
      },
      { text: 'On a keyboard, hold the space bar or Enter. A single press takes a single photo.' },
      {
        text: 'Every photo of a burst is kept and sent like any other. Press **Switch camera** to turn the camera round; under **Camera options** you choose another camera or turn on the **Grid**.',
      },
      {
        text: 'To keep only the best, open the gallery, choose **Mine** and press **Select**. Select the ones you do not want and press **Delete**. **Undo** brings them back.',
      },
    ],
    link: tutorialLinks.camera,
  },
  {
    id: 'offline',
    title: 'No connection? Keep shooting',
    summary: 'What the queue is, and why no photo gets lost.',
    audience: 'everybody',
    steps: [
      {
        text: 'Take photos as always: the camera works without a connection. Each photo is first saved on your device, and stays there until upload is confirmed.',
      },
      {
        text: 'Press the number above the picture to open the **Queue**. It lists every photo that only your device has, and says why.',
        picture: { name: 'queue', alt: 'The queue without a connection: photos saved on the device, waiting', shape: 'phone' },
      },
      {
        text: 'As soon as there is a connection again, the photos go by themselves. You need not press anything, and you may close the app: on many phones it goes on sending in the background.',
      },
      {
        text: 'If a photo needs attention, the queue says what happened and what to do: **Retry** sends it again, **Export** saves it to your device, **Discard** deletes it.',
      },
      {
        text: 'Do not clear the browser’s data while photos wait. Installed on the home screen, the app’s photos are safest: see **App** under **Settings**.',
      },
    ],
    link: tutorialLinks.waiting,
  },
  {
    id: 'import',
    title: 'Import photos from files',
    summary: 'Bring in what you took with another camera, or with your phone’s own app.',
    audience: 'everybody',
    steps: [
      {
        text: 'Open the camera of the event and press **Import photos**. Choose as many files as you like; on a computer you can also drop them on the page.',
        picture: { name: 'import', alt: 'The camera after an import, with the card that tells how many photos were saved', shape: 'phone' },
      },
      {
        text: 'JPEG, PNG, WebP, AVIF and HEIC are taken, up to 50 MB each. Keep the app open until the import is done: the files are copied first, and sent afterwards.',
      },
      { text: 'Photos that you have already added to this event are left out, and counted. **Import anyway** takes them a second time.' },
      {
        text: 'If an import was cut short, the card names what is missing. Press **Pick them again**: those already imported are left out.',
      },
      {
        text: 'Photos are sorted by when they were taken, not by when they were imported. If the clock of your camera was wrong, they stand where it says.',
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
        text: 'Open a photo in the gallery. Swipe, or use the arrow keys, to go to the next one. **Like** adds yours to the number that everybody sees.',
        picture: { name: 'viewer', alt: 'A photo of the gallery, with the buttons to like, share and download it', shape: 'phone' },
      },
      {
        text: '**Share a link** (on a computer **Copy the link**) shares the photo’s address. Anyone with access to the event can open it. Links of public events also let people join.',
      },
      { text: '**Download** saves the photo in full size, where the organization allows it. Your own photos you can always download.' },
      { text: 'For several at once, press **Select** in the gallery, touch each of them, and press **Download** or **Like**.' },
      { text: '**Details** tells who took the photo, when, and with which camera. Where it was taken is not passed on to other guests.' },
    ],
    link: tutorialLinks.events,
  },
  {
    id: 'images',
    title: 'Create and restyle images',
    summary: 'From a few words, or a photo you took, to an image of your own.',
    audience: 'everybody',
    steps: [
      { text: 'Open **Generate Image** in the menu, describe what you want to see and press **Generate**.' },
      { text: 'You can close the page while we work. The result appears on the same screen and in your **Gallery**.' },
      { text: 'To change a photo of an event, open it in the event’s gallery, press **Restyle** and choose a style.' },
      { text: '**Download** saves the result. **Send to the event’s gallery** posts it there, labeled as generated.' },
    ],
    link: tutorialLinks.generate,
  },
  {
    id: 'guests',
    title: 'Join without an account',
    summary: 'As a guest you are at the camera in two taps, and lose nothing later.',
    audience: 'everybody',
    steps: [
      {
        text: 'Scan the code, enter your name where the event asks for it, and press **Continue as guest**. You are in.',
        picture: { name: 'guest', alt: 'The page behind a code, with a field for the name and one button', shape: 'phone' },
      },
      {
        text: 'A guest belongs to the phone it was made on. Take photos and like them as everybody does; on another phone you would be somebody new.',
      },
      { text: 'If you log out, the same phone offers **Continue as** your name when you scan a code again.' },
      {
        text: 'Press **Create account** in the menu to keep it all: the same photos, with an email address and a password, on every device.',
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
        text: '**Add a passkey** to log in with your fingerprint, your face or the PIN of your device instead. It needs neither a password nor a code.',
      },
      {
        text: 'Keep your recovery codes somewhere safe, and not on the same phone. Each of them lets you in once when your phone is away. **New recovery codes** replaces them.',
      },
      { text: 'Lost a phone? Under **Logged-in devices**, press **Log out** beside it. Photos that wait on it stay there.' },
      { text: 'Under **Your data** you can download everything that is yours, or delete your account.' },
    ],
    link: tutorialLinks.security,
  },
];

export const tutorials: readonly Tutorial[] = [...ownTutorials, ...organizationTutorials];
