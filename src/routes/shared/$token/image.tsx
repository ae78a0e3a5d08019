import { createFileRoute } from '@tanstack/react-router';
import { SharedImagePage } from '#src/domains/generation/shared/shared-image-page.tsx';

/** A link to one image, such as the visitor of a photo booth takes home. */
export const Route = createFileRoute('/shared/$token/image')({ component: SharedImageRoute });

function SharedImageRoute() {
  const { token } = Route.useParams();
  return <SharedImagePage key={token} token={token} />;
}
