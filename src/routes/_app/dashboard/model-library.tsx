import { createFileRoute } from '@tanstack/react-router';
import { ModelLibrary } from '#src/domains/generation/models/model-library.tsx';

export const Route = createFileRoute('/_app/dashboard/model-library')({ component: ModelLibraryPage });

function ModelLibraryPage() {
  const navigate = Route.useNavigate();
  return <ModelLibrary onUse={(model) => void navigate({ to: '/dashboard/generate', search: { model } })} />;
}
