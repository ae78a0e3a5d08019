import { TextAreaField } from './form.tsx';

/** Several addresses at once: read by `parseEmails`. */
export function EmailsField() {
  return (
    <TextAreaField
      name="emails"
      label="Email addresses"
      placeholder="ana@example.org, ben@example.org"
      help="Separate with commas."
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
