import { SwitchField } from '#src/ui/form.tsx';

/** The gallery rules of an event, or the defaults for future events of an organization. */
export function GalleryRulesFields() {
  return (
    <>
      <SwitchField
        name="require_approval"
        label="Approve photos first"
        help="New photos wait in Moderation. Until approved, only the photographer and your organization see them."
      />
      <SwitchField
        name="auto_gallery"
        label="Open gallery"
        help="Guests see approved photos right away. If off, guests see the gallery once you publish it."
      />
    </>
  );
}

/** The default for future events, where guests are included. */
export const DefaultDownloadsField = () => (
  <SwitchField
    name="allow_downloads"
    label="Downloads"
    help="Guests can download photos. If off, only the organization and each photo’s photographer can."
  />
);
