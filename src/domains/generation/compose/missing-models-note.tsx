import { Link } from '@tanstack/react-router';
import type { GenerationModel } from '#src/domains/generation/generation.ts';
import { missingAbilities } from '#src/domains/generation/labels.ts';
import { useSession } from '#src/session/use-session.ts';

/** Beside the tasks: names what no model here can do, and who can change that. Nothing if all is there. */
export function MissingModelsNote({ models }: { models: readonly GenerationModel[] }) {
  const isSuperAdmin = useSession()?.user.permissions.all === true;
  const missing = missingAbilities(models);
  if (missing === null) return null;
  return (
    <details className="text-sm text-ink-muted">
      <summary className="cursor-pointer touch:py-2">Something missing?</summary>
      <p className="mt-1">
        {missing}{' '}
        {isSuperAdmin ? (
          <Link to="/super-admin/models" className="rounded-sm underline underline-offset-4">
            Add one in Models
          </Link>
        ) : (
          'Your administrator can add one.'
        )}
      </p>
    </details>
  );
}
