import type { Browser } from 'playwright-core'

/** Playwright writes only PNG and JPEG, which are several times as large. */
export async function toWebp(opened: Browser, png: Buffer): Promise<Buffer> {
  const page = await opened.newPage()
  const encoded = await page.evaluate<string>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8)
  })()`)
  await page.close()
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64')
}
