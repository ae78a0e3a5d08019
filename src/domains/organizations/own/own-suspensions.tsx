import type { Snapshot } from '#src/session/store.ts';
import { Banner } from '#src/ui/banner.tsx';

/** Organizations that have suspended this person. Null without any. */
export function OwnSuspensions({ memberships }: { memberships: Snapshot['user']['memberships'] }) {
  return memberships
    .filter(({ status }) => status === 'suspended')
    .map(({ id, organization_name: name }) => (
      <Banner key={id} tone="warning" title={`Your membership of ${name} is suspended`}>
        You can’t access its events. Photos you’ve taken still upload. Contact one of its admins for details.
      </Banner>
    ));
}
