import { useEffect } from 'react';

const PRODUCT = 'AI Image Suite';

/** The title of the document while this screen stands: "Events · AI Image Suite". */
export function useDocumentTitle(title: string | null) {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT}` : PRODUCT;
  }, [title]);
}
