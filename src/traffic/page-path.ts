/** Returns the path of a page in the form in which the tracking script sends it: without query and trailing slash. */
export function getPath(url: string): string | null {
  const path = URL.parse(url)?.pathname.replace(/(?<!\/)\/+$/, '')
  return path === undefined ? null : path === '' ? '/' : path
}
