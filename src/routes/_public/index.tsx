import { createFileRoute } from '@tanstack/react-router';
import { Home } from '#src/domains/accounts/home.tsx';
import { CodeForm } from '#src/domains/events/joining/code-form.tsx';

export const Route = createFileRoute('/_public/')({ component: HomePage });

function HomePage() {
  const navigate = Route.useNavigate();
  return (
    <Home
      codeForm={<CodeForm label="Have a code?" submit="Join" onCode={(code) => void navigate({ to: '/join/$code', params: { code } })} />}
    />
  );
}
