import { Link } from '@tanstack/react-router';
import { deviceLabel } from '#src/lib/device.ts';
import { buttonClass } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';

/** Of who has neither address nor password: the way to both. */
export function GuestSection() {
  return (
    <Card
      title="You don’t have an account yet"
      lead={`Your photos are linked to this ${deviceLabel} only. With an account, they’re available everywhere.`}
    >
      <Link to="/register" className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
        Create account
      </Link>
    </Card>
  );
}
