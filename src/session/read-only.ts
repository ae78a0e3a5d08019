// While somebody else is looked at nothing may be changed, and nothing queued on this device.
import { session } from './store.ts';

/** Why nothing can be changed; null: somebody uses their own account. */
export const readOnlyReason = (): string | null =>
  session.read()?.user.viewing ? 'You’re viewing this account. You can’t change anything.' : null;
