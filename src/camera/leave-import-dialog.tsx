import { useBlocker } from '@tanstack/react-router';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

/** The event of a path, if it is one of these. */
const eventOf = (pathname: string, events: readonly string[]) =>
  events.find((id) => pathname === `/event/${id}` || pathname.startsWith(`/event/${id}/`));

export default function LeaveImportDialog({ events }: { events: readonly string[] }) {
  const blocker = useBlocker({
    // Within its event the import stays reachable; after a logout there is nothing to return to.
    shouldBlockFn: ({ current, next }) => {
      const here = eventOf(current.pathname, events);
      return here !== undefined && next.pathname !== '/login' && eventOf(next.pathname, events) !== here;
    },
    // The page itself asks before it is closed.
    enableBeforeUnload: false,
    withResolver: true,
  });
  const stay = () => blocker.status === 'blocked' && blocker.reset();
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || stay()}
      title="Photos are still importing"
      description="The import continues while the app is open. If you close the app first, you’ll have to choose the missing photos again."
      footer={
        <>
          <Button onClick={() => blocker.status === 'blocked' && blocker.proceed()}>Leave</Button>
          <Button variant="primary" onClick={stay}>
            Stay
          </Button>
        </>
      }
    />
  );
}
