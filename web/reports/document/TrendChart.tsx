import { type Chart, type ChartInput, layOutChart } from '../../../vocabulary/trend-chart.ts'

type TrendChartProps = Omit<ChartInput, 'width' | 'height' | 'labelWidth'> & { label: string }

/** Lines with labels at their ends; on a phone, narrower and with the labels below. */
export function TrendChart({ label, ...input }: TrendChartProps) {
  const wide = layOutChart({ ...input, width: 720, height: 270, labelWidth: 164 })
  const narrow = layOutChart({ ...input, events: [], width: 340, height: 240, labelWidth: 0 })
  return (
    <>
      <ChartSvg chart={wide} label={label} className="max-sm:hidden print:block" />
      <div className="sm:hidden print:hidden">
        <ChartSvg chart={narrow} label={label} />
        <Legend chart={narrow} />
      </div>
    </>
  )
}

const getColor = (color: number) => `var(--series-${color})`

function ChartSvg({ chart, label, className }: { chart: Chart; label: string; className?: string }) {
  const { width, height, left, right, bottom } = chart
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className={className} fontSize={12}>
      {chart.yTicks.map(({ y, label }) => (
        <g key={label}>
          <line
            x1={left}
            x2={right}
            y1={y}
            y2={y}
            stroke="var(--line)"
            strokeWidth={y === bottom ? 1.5 : 1}
          />
          <text x={left - 10} y={y + 4} textAnchor="end" fill="var(--muted)" fontSize={11}>
            {label}
          </text>
        </g>
      ))}
      {chart.xTicks.map(({ x, label, anchor }) => (
        <text key={x} x={x} y={height - 6} textAnchor={anchor} fill="var(--muted)" fontSize={11}>
          {label}
        </text>
      ))}
      {chart.events.map(({ x, label, anchor }) => (
        <g key={`${x} ${label}`}>
          <line x1={x} x2={x} y1={6} y2={bottom} stroke="var(--edge)" strokeDasharray="2 3" />
          <text
            x={anchor === 'end' ? x - 5 : x + 5}
            y={14}
            textAnchor={anchor}
            fill="var(--muted)"
            fontSize={11}
          >
            {label}
          </text>
        </g>
      ))}
      <Lines chart={chart} />
      {right < width - 20 && <EndLabels chart={chart} />}
    </svg>
  )
}

function Lines({ chart: { lines } }: { chart: Chart }) {
  // The brand's line is drawn last, above the others.
  return lines.toReversed().map(({ name, color, path, band, points, isOwn, end }) => (
    <g key={name}>
      {band && <path d={band} fill={getColor(color)} opacity={0.14} />}
      {points.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={1.5} fill={getColor(color)} opacity={0.35} />
      ))}
      <path
        d={path}
        fill="none"
        stroke={getColor(color)}
        strokeWidth={isOwn ? 2.5 : 1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {end && <circle cx={end.x} cy={end.y} r={isOwn ? 3 : 2} fill={getColor(color)} />}
    </g>
  ))
}

function EndLabels({ chart: { lines, right, width } }: { chart: Chart }) {
  return lines.map(
    ({ name, color, isOwn, end }) =>
      end && (
        <g key={name} fontWeight={isOwn ? 600 : 500}>
          <text x={right + 14} y={end.labelY + 4} fill={getColor(color)}>
            {name.length > 16 ? `${name.slice(0, 15)}…` : name}
          </text>
          <text x={width} y={end.labelY + 4} textAnchor="end" fill={isOwn ? 'var(--ink)' : 'var(--muted)'}>
            {end.value}
          </text>
        </g>
      ),
  )
}

function Legend({ chart: { lines } }: { chart: Chart }) {
  return (
    <ul className="mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm">
      {lines.map(({ name, color, end, isOwn }) => (
        <li
          key={name}
          className={isOwn ? 'flex items-center gap-2 font-semibold' : 'flex items-center gap-2'}
        >
          <svg aria-hidden viewBox="0 0 12 4" className="w-3 shrink-0">
            <path d="M0 2h12" stroke={getColor(color)} strokeWidth={isOwn ? 4 : 2.5} />
          </svg>
          <span className="min-w-0 truncate">{name}</span>
          <span className="ml-auto tabular-nums">{end?.value}</span>
        </li>
      ))}
    </ul>
  )
}
