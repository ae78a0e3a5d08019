import type { IconComponent } from '#src/ui/icon.ts';
import { Camera, CloudUpload, Images, ShieldCheck, Smartphone, Sparkles, Ticket, WifiOff } from '#src/ui/icons.ts';
import { ProductPicture } from './product-picture.tsx';

const steps: { icon: IconComponent; title: string; text: string }[] = [
  { icon: Camera, title: 'Shutter', text: 'Ready as soon as the app is open. Hold for a burst.' },
  { icon: Smartphone, title: 'Saved on the phone', text: 'Written to disk before the next shot, with or without a network.' },
  { icon: CloudUpload, title: 'Stored on the server', text: 'Uploads when you’re online, and we verify every file.' },
  { icon: Images, title: 'In the gallery', text: 'Everyone at the event sees it appear.' },
];

const features: { icon: IconComponent; title: string; text: string }[] = [
  {
    icon: Ticket,
    title: 'No account needed',
    text: 'People scan the poster or enter the event’s code, and take photos right away. There’s nothing to install.',
  },
  {
    icon: WifiOff,
    title: 'Works offline',
    text: 'Open an event, shoot and browse without a connection. Photos upload automatically when you’re back online.',
  },
  {
    icon: ShieldCheck,
    title: 'Always know what’s saved',
    text: 'The screen always shows how many photos are still on your phone, and when all of them are stored on the server.',
  },
  {
    icon: Sparkles,
    title: 'Create images',
    text: 'Describe an image or restyle a photo you took. Every result is saved to your gallery and labeled as generated, and every model shows whether it uses AI.',
  },
];

/** The lower part of the landing page: how a photo gets into the gallery, and what the product offers. */
export default function HomeDetails() {
  return (
    <>
      <section
        aria-labelledby="way"
        className="venue grid gap-8 rounded-xl p-6 shadow-2 sm:p-10 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-12"
      >
        <div>
          <h2 id="way" className="text-xl font-semibold">
            From shutter to gallery
          </h2>
          <ol className="mt-8 grid">
            {steps.map(({ icon: Icon, title, text }, index) => (
              <li key={title} className="relative flex gap-4 pb-8 last:pb-0">
                {index < steps.length - 1 && <span aria-hidden className="absolute top-12 bottom-0 left-6 w-px bg-line" />}
                <span className="relative grid size-12 shrink-0 place-items-center rounded-full bg-raised text-accent-text">
                  <Icon aria-hidden className="size-5" />
                </span>
                <div className="grid content-start gap-1">
                  <h3 className="font-semibold">{title}</h3>
                  <p className="text-sm text-pretty text-ink-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <div className="flex justify-center">
          <ProductPicture picture="queue" />
        </div>
      </section>

      <section aria-label="Features" className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {features.map(({ icon: Icon, title, text }) => (
          <div key={title} className="grid content-start gap-2">
            <Icon aria-hidden className="size-5 text-accent-text" />
            <h2 className="text-lg font-semibold">{title}</h2>
            <p className="text-pretty text-ink-muted">{text}</p>
          </div>
        ))}
      </section>
    </>
  );
}
