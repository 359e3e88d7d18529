import { type RefObject, useEffect, useRef } from 'react'
import { init } from './echarts.ts'
import { lineOptions } from './line-options.ts'
import type { ChartTheme, TimeLine } from './time-line.ts'

type ChartCanvasProps = {
  label: string
  line: TimeLine
  /** Receives a function that returns the chart as a PNG data URL. */
  picture: RefObject<(() => string) | null>
}

/** The canvas; it follows its container's size and the theme. */
export function ChartCanvas({ label, line, picture }: ChartCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(line)
  const redraw = useRef<() => void>(undefined)
  latest.current = line

  useEffect(() => {
    const element = box.current
    if (!element) return
    const chart = init(element)
    redraw.current = () =>
      chart.setOption(lineOptions(latest.current, getInk(element), element.clientWidth), { notMerge: true })
    picture.current = () =>
      chart.getDataURL({ pixelRatio: 2, backgroundColor: colorIn(element, '--surface') })
    // Observing starts with one call, which draws the chart for the first time.
    const size = new ResizeObserver(() => {
      chart.resize()
      redraw.current?.()
    })
    size.observe(element)
    const theme = new MutationObserver(() => redraw.current?.())
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => redraw.current?.()
    system.addEventListener('change', follow)
    // A canvas keeps the font that was available when it was drawn.
    document.fonts.addEventListener('loadingdone', follow)
    return () => {
      size.disconnect()
      theme.disconnect()
      system.removeEventListener('change', follow)
      document.fonts.removeEventListener('loadingdone', follow)
      picture.current = null
      chart.dispose()
    }
  }, [picture])

  // Renders that change neither text nor numbers draw nothing. The label names the metric and its format.
  const content = `${label} ${JSON.stringify(line)}`
  const drawn = useRef(content)
  useEffect(() => {
    if (drawn.current === content) return
    drawn.current = content
    redraw.current?.()
  }, [content])

  return <div ref={box} role="img" aria-label={label} className="h-64 min-h-64 w-full grow overflow-hidden" />
}

const getInk = (element: HTMLElement): ChartTheme => ({
  text: colorIn(element, '--ink'),
  muted: colorIn(element, '--muted'),
  line: colorIn(element, '--line'),
  surface: colorIn(element, '--surface'),
  series: Array.from({ length: 8 }, (_, index) => colorIn(element, `--series-${index}`)),
  fontFamily: getComputedStyle(element).fontFamily,
})

/** A canvas cannot use custom properties, and each property holds both themes, so this takes the computed value. */
function colorIn(element: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
