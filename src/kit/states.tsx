import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { CalendarDays } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { FailedState, OfflineState } from '#src/ui/screen-state.tsx';
import { Loading, Skeleton } from '#src/ui/skeleton.tsx';
import { KitSection, Panel, Specimen } from './section.tsx';

const nothing = () => undefined;

export function States() {
  return (
    <KitSection title="States">
      <div className="grid gap-3">
        <Banner title="The event has ended">New photos cannot be taken; what you took before is still sent.</Banner>
        <Banner tone="success" title="All photos are stored on the server" onDismiss={nothing} />
        <Banner tone="warning" title="Your session has ended" actions={<Button size="sm">Log in</Button>}>
          You can go on shooting. Photos are sent after you log in.
        </Banner>
        <Banner tone="danger" title="This phone has no space left">
          Photos cannot be saved. Free some space, then try again.
        </Banner>
      </div>
      <Specimen name="Skeleton in the shape of its content" stacked>
        <Panel>
          <Loading label="Loading events" className="flex gap-4">
            <Skeleton className="size-14 rounded-md" />
            <div className="grid flex-1 content-center gap-2">
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
            </div>
          </Loading>
        </Panel>
      </Specimen>
      <div className="grid gap-4 md:grid-cols-3">
        <Panel>
          <EmptyState icon={<CalendarDays />} title="No events yet" actions={<Button variant="primary">Join an event</Button>}>
            Events you can enter appear here. Join one with the code on its poster.
          </EmptyState>
        </Panel>
        <Panel>
          <FailedState
            title="The events could not be loaded"
            detail="The server is being restarted. Try again in a minute."
            requestId="req-7f3a"
            onRetry={nothing}
          />
        </Panel>
        <Panel>
          <OfflineState onRetry={nothing}>Events you have opened before still work.</OfflineState>
        </Panel>
      </div>
      <Panel className="p-0">
        <Page title="A page" lead="Its frame: title, lead, actions." actions={<Button>Action</Button>}>
          <p>Content.</p>
        </Page>
      </Panel>
    </KitSection>
  );
}
