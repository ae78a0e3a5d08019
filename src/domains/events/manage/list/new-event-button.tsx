import { NEEDS_CONNECTION, useConnection } from '#src/shell/connection.ts';
import { Button } from '#src/ui/button.tsx';
import { Plus } from '#src/ui/icons.ts';

interface NewEventButtonProps {
  suspended: boolean;
  onPress: () => void;
}

export function NewEventButton({ suspended, onPress }: NewEventButtonProps) {
  const offline = useConnection() !== 'online';
  const disabledReason = offline ? NEEDS_CONNECTION : suspended && 'A suspended organization can’t create events.';
  return (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} disabledReason={disabledReason} onClick={onPress}>
      New event
    </Button>
  );
}
