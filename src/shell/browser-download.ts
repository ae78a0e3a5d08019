/** The browser takes a file by itself: it may be larger than what a page can hold. Renew the session before: nobody does it on the way. */
export function browserDownload(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
