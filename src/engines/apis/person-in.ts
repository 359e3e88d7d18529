/** Returns the instruction for an API that takes no country, or null without a region. */
export function personIn(region: string | null): string | null {
  const code = /^[a-z]{2}$/i.exec(region ?? '')?.[0]
  return code ? `The person asking is in ${new Intl.DisplayNames('en', { type: 'region' }).of(code)}.` : null
}
