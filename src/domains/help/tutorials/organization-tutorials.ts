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
      { text: '**Copy link** is for messages. **Download** gives the QR code alone, as SVG for print and PNG for screens.' },
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
