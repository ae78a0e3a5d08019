/** The form data of a call that sends one image in the field `file`. */
export function imageForm(file: Blob) {
  const form = new FormData();
  form.set('file', file);
  return {
    // The contract requires the field; the form has the bytes.
    body: { file: '' },
    bodySerializer: () => form,
    // Browsers refuse `keepalive` for bodies of this size.
    keepalive: false,
  };
}
