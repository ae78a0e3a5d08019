/** The first stop of the keyboard on screens with a sidebar. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The hash belongs to the router; only the focus moves.
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
      className="skip-link"
    >
      Skip to content
    </a>
  );
}
