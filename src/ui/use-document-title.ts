import { useEffect } from 'react';

/** The platform's name: the server writes it into the page (docs/decisions/032). */
export const platformName = document.title;

/** Sets the document's title for this screen: "Events · AI Image Suite". */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${platformName}` : platformName;
  }, [title]);
}
