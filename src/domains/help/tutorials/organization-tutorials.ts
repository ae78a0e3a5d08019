// Those for people who run events.
import { tutorialLinks } from './tutorial-links.ts';
import type { Tutorial } from './tutorials.ts';

export const organizationTutorials: readonly Tutorial[] = [
  {
    id: 'create-event',
    title: 'Create an event',
    summary: 'From an empty list to an event that takes photos.',
    audience: 'organizations',
    steps: [
      { text: 'Open **Event Management** in the menu and press **New event**. It begins with your organization’s event settings.' },
      {
        text: 'Give it a name, a start and its hours. **Visibility** says whether members of other organizations find it; **Who can join** says whom the code lets in. Press **Create event**.',
        picture: { name: 'new-event', alt: 'The form of a new event', shape: 'desk' },
      },
      { text: 'While an event is a draft only your organization sees it. **Open for joining** lets people in before it begins.' },
      {
        text: '**Go live** shows it first to everybody who takes part. With **End automatically** it ends when its time is over; otherwise press **End the event**. Photos that still wait on phones are accepted afterwards.',
      },
      { text: 'Next time, open an event like it, press **More actions** and choose **Duplicate**.' },
    ],
    link: tutorialLinks.manage,
  },
  {
    id: 'posters',
    title: 'Posters and join codes',
    summary: 'Print the code, change who it lets in, or replace it.',
    audience: 'organizations',
    steps: [
      { text: 'Open your event. The card **Joining** shows its QR code and the code to type.' },
      {
        text: 'Press **Poster**, then **Print**. It is one page, A4. Hang it where people come in.',
        picture: { name: 'poster', alt: 'The poster of an event as it will be printed', shape: 'desk' },
      },
      { text: '**Copy link** is for messages. **Download** gives the QR code alone, as SVG for print and PNG for screens.' },
      {
        text: 'Under **Who can join**, choose **Anyone with the code**, **Invited people only** or **Nobody new**. Invited people are added under **Participants**; each gets a code that works once.',
      },
      {
        text: 'Under **Settings** of the event, **Required to join** says whether guests give **A name**, **Nothing**, or need **An account**.',
      },
      { text: 'If the code got into the wrong hands, press **Replace code**. The old one stops at once; whoever has joined stays.' },
    ],
    link: tutorialLinks.manage,
  },
  {
    id: 'moderation',
    title: 'Approve photos first',
    summary: 'Decide what the gallery shows, one by one or many at once.',
    audience: 'organizations',
    steps: [
      {
        text: 'Turn on **Approve photos first** in the event’s settings. From then on each new photo waits for you, and only its author and your organization see it.',
      },
      {
        text: 'Open **Moderation**. Under **Review** you see one photo after the other: press **Approve** or **Reject**, or swipe it right or left on a phone. On a keyboard, the arrow keys do the same.',
        picture: { name: 'moderation', alt: 'A photo to decide on, with the buttons Reject and Approve', shape: 'desk' },
      },
      { text: '**Reject with a reason** tells the author why. **Undo** takes the last decision back.' },
      { text: 'Under **Pending**, select several photos, or press **Select all**, and decide on them at once.' },
      { text: 'Several of you can moderate at the same time: no photo is shown to two of you.' },
      {
        text: 'Under **Approved**, **Hide** takes a photo out of the gallery again. Under **Rejected**, **Approve after all** brings one in.',
      },
    ],
    link: tutorialLinks.manage,
  },
];
