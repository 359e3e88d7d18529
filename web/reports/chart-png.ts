import { saveFile } from '../ui/save-file.ts'

/** Pixels per unit of the chart's view box. */
const scale = 2

/** Downloads the first chart of the page as PNG, in the colors that it has on the screen. */
export async function saveChart(name: string): Promise<void> {
  const chart = document.querySelector<SVGSVGElement>('.report-document svg[role="img"]')
  if (!chart) return
  const { width, height } = chart.viewBox.baseVal
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width * scale, height: height * scale })
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = getSurface(chart)
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(await getImage(chart, width, height), 0, 0, canvas.width, canvas.height)
  canvas.toBlob((blob) => blob && saveFile(name, 'image/png', blob))
}

/** Loads a copy whose variables are replaced by colors, because an image has no style sheet. */
async function getImage(chart: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copied = chart.cloneNode(true)
  if (!(copied instanceof SVGSVGElement)) throw new Error('A copy of an element has its type')
  const sources = [...chart.querySelectorAll('*')]
  for (const [index, element] of [...copied.querySelectorAll('*')].entries()) {
    const source = sources[index]
    if (!source) continue
    const { fill, stroke } = getComputedStyle(source)
    element.setAttribute('fill', fill)
    element.setAttribute('stroke', stroke)
  }
  copied.setAttribute('width', String(width * scale))
  copied.setAttribute('height', String(height * scale))
  copied.setAttribute('font-family', 'system-ui, sans-serif')
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copied))}`
  await image.decode()
  return image
}

const getSurface = (chart: Element): string => {
  const sheet = chart.closest('.report-document')
  return sheet ? getComputedStyle(sheet).backgroundColor : '#ffffff'
}
