/** Decodes a page with the charset of its header, its own declaration, or UTF-8. Invalid bytes become U+FFFD. */
export function decodeHtml(body: Uint8Array, charset: string | null): string {
  const start = Buffer.from(body.subarray(0, 1_024)).toString('latin1')
  const declared = start.match(/<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?([\w.:-]+)/i)?.[1] ?? null
  return getDecoder(charset ?? declared ?? 'utf-8').decode(body)
}

function getDecoder(label: string) {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
