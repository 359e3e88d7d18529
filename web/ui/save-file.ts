/** Downloads content that the page has. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const href = URL.createObjectURL(new Blob([content], { type }))
  saveUrl(name, href)
  URL.revokeObjectURL(href)
}

/** Downloads the content of a data or object URL. */
export function saveUrl(name: string, href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
