/** Downloads content that the page has. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const href = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  URL.revokeObjectURL(href)
}
