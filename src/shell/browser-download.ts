/** Lets the browser download a file, which may be too large for the page's memory. Renew the session before: the download cannot. */
export function browserDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
