import { useState } from 'react';
import type { GalleryLink } from '#src/domains/sharing/queries.ts';
import { LinkAddress } from './link-address.tsx';
import { LinkForm, type SharedEventOfLink } from './link-form.tsx';

export interface ShareSelectionProps {
  event: SharedEventOfLink;
  photoIds: readonly string[];
  onClose: () => void;
}

/** Creates a link to selected photos, and then shows its address. */
export default function ShareSelection({ event, photoIds, onClose }: ShareSelectionProps) {
  const [created, setCreated] = useState<GalleryLink | null>(null);
  if (created) return <LinkAddress link={created} isNew onClose={onClose} />;
  return <LinkForm event={event} link={null} photoIds={photoIds} onDone={setCreated} onClose={onClose} />;
}
