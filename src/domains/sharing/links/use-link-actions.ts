import { useQueryClient } from '@tanstack/react-query';
import { type GalleryLink, galleryLinks, invalidateLinks, restoreLink, revokeLink } from '#src/domains/sharing/queries.ts';
import { type MutationOptions, optimisticMutation } from '#src/shell/optimistic-mutation.ts';

/** Optimistic actions on gallery links, each with undo. */
export function useLinkActions() {
  const client = useQueryClient();
  const ofLink = {
    item: ({ link }: { link: GalleryLink }) => link.id,
    settle: () => invalidateLinks(client),
  } satisfies Partial<MutationOptions<{ link: GalleryLink }, unknown>>;
  const { add } = galleryLinks.overlay;
  const asRevoked = ({ link }: { link: GalleryLink }) => add(link.id, { revoked_at: new Date().toISOString(), state: 'revoked' });
  const asRestored = ({ link }: { link: GalleryLink }) => add(link.id, { revoked_at: null, state: 'open' });

  const revoke = optimisticMutation<{ link: GalleryLink }>({
    ...ofLink,
    apply: asRevoked,
    send: ({ link }) => revokeLink(link),
    applyRevert: ({ link }) => add(link.id, { revoked_at: null, state: link.state }),
    revert: ({ link }) => restoreLink(link),
    done: ({ link }) => `“${link.name}” revoked. Open pages close.`,
    failed: 'Couldn’t revoke the link',
  });
  const restore = optimisticMutation<{ link: GalleryLink }>({
    ...ofLink,
    apply: asRestored,
    send: ({ link }) => restoreLink(link),
    applyRevert: asRevoked,
    revert: ({ link }) => revokeLink(link),
    done: ({ link }) => `“${link.name}” works again`,
    failed: 'Couldn’t restore the link',
  });
  return { revoke, restore };
}

export type LinkActions = ReturnType<typeof useLinkActions>;
