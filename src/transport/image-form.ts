/** How a call sends one picture as a form: its field is `file`. */
export function imageForm(file: Blob) {
  const form = new FormData();
  form.set('file', file);
  return {
    // The contract names the field; its bytes are the form's.
    body: { file: '' },
    bodySerializer: () => form,
    // Browsers refuse bodies of this size to outlive their page.
    keepalive: false,
  };
}
