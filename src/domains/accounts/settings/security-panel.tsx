import { PasskeysSection } from '#src/domains/accounts/security/passkeys-section.tsx';
import { TwoFactorSection } from '#src/domains/accounts/security/two-factor-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { EmailSection, GuestSection, ImpersonationsSection } from './settings-screen.tsx';

/** How the account is protected. Without an address there is none yet. */
export function SecurityPanel({ email, isVerified }: { email: string | null; isVerified: boolean }) {
  return (
    <>
      {email === null ? (
        <GuestSection />
      ) : (
        <>
          <EmailSection email={email} isVerified={isVerified} />
          <PasswordSection />
          <PasskeysSection />
          <TwoFactorSection />
        </>
      )}
      <SessionsSection />
      <ImpersonationsSection />
    </>
  );
}
