/** Draws a chart as SVG with presentation attributes only, so that its page needs no styles. */
import type { Language } from '../../vocabulary/languages.ts'
import type { Chart } from '../../vocabulary/trend-chart.ts'

type Colors = { background: string; ink: string; muted: string; line: string; series: readonly string[] }

/** The colors of web/app.css. */
export const chartColors = {
  light: {
    background: '#ffffff',
    ink: '#191c1b',
    muted: '#555953',
    line: '#e2e2dc',
    series: ['#0f6b62', '#b04a06', '#4353c4', '#a3246c', '#626a14', '#0d6aa3', '#75449a', '#555953'],
  },
  dark: {
    background: '#181c1b',
    ink: '#ecefed',
    muted: '#adb7b2',
    line: '#2d3432',
    series: ['#64cdbb', '#f2a566', '#a3afff', '#f294c6', '#c6cc66', '#74c3f3', '#cda8ee', '#adb7b2'],
  },
} as const satisfies Record<string, Colors>

export const chartPage = (title: string, svg: string, { background }: Colors, language: Language): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeXml(title)}</title></head><body bgcolor="${background}" topmargin="0" leftmargin="0" marginwidth="0" marginheight="0">${svg}</body></html>`

/** Keeps labels away from the sides of the frame. */
const margin = 8

export function chartSvg(chart: Chart, colors: Colors): string {
  const { width, height } = chart
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} 0 ${width + 2 * margin} ${height}" width="100%" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect x="${-margin}" width="${width + 2 * margin}" height="${height}" fill="${colors.background}"/>`,
    ...axes(chart, colors),
    ...chart.lines.toReversed().map((line) => lineElements(line, colors)),
    ...chart.lines.map((line) => endLabel(chart, line, colors)),
    '</svg>',
  ].join('')
}

function axes({ left, right, height, yTicks, xTicks }: Chart, { line, muted }: Colors): string[] {
  return [
    ...yTicks.map(
      ({ y, label }) =>
        `<path d="M${left} ${y}H${right}" stroke="${line}"/><text x="${left - 10}" y="${y + 4}" text-anchor="end" fill="${muted}" font-size="11">${escapeXml(label)}</text>`,
    ),
    ...xTicks.map(
      ({ x, label, anchor }) =>
        `<text x="${x}" y="${height - 6}" text-anchor="${anchor}" fill="${muted}" font-size="11">${escapeXml(label)}</text>`,
    ),
  ]
}

function lineElements(
  { path, band, points, color, isOwn }: Chart['lines'][number],
  { series }: Colors,
): string {
  const stroke = series[color]
  return [
    band === null ? '' : `<path d="${band}" fill="${stroke}" opacity="0.14"/>`,
    ...points.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="1.5" fill="${stroke}" opacity="0.35"/>`),
    `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${isOwn ? 2.5 : 1.5}" stroke-linejoin="round" stroke-linecap="round"/>`,
  ].join('')
}

function endLabel(
  { right, width }: Chart,
  { name, color, end, isOwn }: Chart['lines'][number],
  { series, ink, muted }: Colors,
): string {
  if (!end) return ''
  const shown = name.length > 16 ? `${name.slice(0, 15)}…` : name
  const weight = isOwn ? 600 : 500
  return `<text x="${right + 14}" y="${end.labelY + 4}" fill="${series[color]}" font-weight="${weight}">${escapeXml(shown)}</text><text x="${width}" y="${end.labelY + 4}" text-anchor="end" fill="${isOwn ? ink : muted}" font-weight="${weight}">${escapeXml(end.value)}</text>`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
