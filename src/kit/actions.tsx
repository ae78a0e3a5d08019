import { useState } from 'react';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { Button, buttonClass, type ButtonVariant } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Heart, Plus, Trash2 } from '#src/ui/icons.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { KitSection, Specimen } from './section.tsx';

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const tones: Tone[] = ['neutral', 'accent', 'info', 'success', 'warning', 'danger'];

export function Actions() {
  const [liked, setLiked] = useState(true);
  return (
    <KitSection title="Actions">
      {variants.map((variant) => (
        <Specimen key={variant} name={`Button, ${variant}`}>
          <Button variant={variant} size="sm">
            Small
          </Button>
          <Button variant={variant}>Medium</Button>
          <Button variant={variant} size="lg">
            Large
          </Button>
          <Button variant={variant} icon={<Plus aria-hidden className="size-4" />}>
            With icon
          </Button>
          <Button variant={variant} loading>
            Sending
          </Button>
          <Button variant={variant} disabledReason="The event has ended">
            Cannot now
          </Button>
        </Specimen>
      ))}
      <Specimen name="Link as button">
        <a href="#link" className={buttonClass({ variant: 'primary' })}>
          Leads somewhere
        </a>
      </Specimen>
      <Specimen name="Icon button">
        <IconButton label="Add" icon={<Plus aria-hidden className="size-5" />} />
        <IconButton label="Add" variant="secondary" icon={<Plus aria-hidden className="size-5" />} />
        <IconButton label="Like" pressed={liked} onClick={() => setLiked(!liked)} icon={<Heart aria-hidden className="size-5" />} />
        <IconButton label="Deleting" loading icon={<Trash2 aria-hidden className="size-5" />} />
        <IconButton label="Delete" disabledReason="Only the author may delete it" icon={<Trash2 aria-hidden className="size-5" />} />
        <Spinner />
      </Specimen>
      <Specimen name="Badge">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="success" icon={<Heart aria-hidden />}>
          12
        </Badge>
      </Specimen>
    </KitSection>
  );
}
