/**
 * The path of BASE_URL, such as `/ansight`, or an empty string. The server writes it into the page. The router adds it to
 * its links; every other address of this service must start with it.
 */
export const basePath: string =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''
