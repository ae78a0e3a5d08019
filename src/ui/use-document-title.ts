import { useEffect } from 'react';

/** What the platform is called: the server writes it into the page (docs/decisions/032). */
export const platformName = document.title;

/** The title of the document while this screen stands: "Events · AI Image Suite". */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${platformName}` : platformName;
  }, [title]);
}
