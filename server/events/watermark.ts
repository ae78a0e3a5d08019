import { isOutsideOrganization, type EventRole } from '#server/events/policy.ts';
import { watermarkOf, type Watermark, type WatermarkFacts } from '#server/organizations/pictures.ts';

/** What the decision needs to know of an event. */
export interface WatermarkedEvent {
  organizationId: string;
  watermark: WatermarkFacts;
}

/** What is laid on all pictures of an event that this reader is given; null: they are clean. */
export function watermarkFor(relation: EventRole, event: WatermarkedEvent): Watermark | null {
  return isOutsideOrganization(relation) ? watermarkOf(event.organizationId, event.watermark) : null;
}
