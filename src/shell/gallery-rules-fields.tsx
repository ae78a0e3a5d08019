import { SwitchField } from '#src/ui/form.tsx';

/** What holds for the photos of an event: of one that is there, and of those that an organization will make. */
export function GalleryRulesFields() {
  return (
    <>
      <SwitchField
        name="require_approval"
        label="Approve photos first"
        help="Each new photo waits in Moderation; until then only its author and your organization see it."
      />
      <SwitchField
        name="auto_gallery"
        label="Open gallery"
        help="Approved photos are seen at once. If off, guests see the gallery once you publish it."
      />
      <SwitchField
        name="allow_downloads"
        label="Downloads"
        help="Guests may download photos. Without it, only your organization and each photo’s author can."
      />
    </>
  );
}
