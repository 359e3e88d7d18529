import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../vocabulary/formats.ts'
import type { Platform } from '../../vocabulary/platforms.ts'
import { read } from '../api.ts'
import { copy } from './copy.ts'

const { reliability: texts } = copy

/** What was measured of each backend that answered for a platform, in total and by week. */
export function Reliability({ platform }: { platform: Platform }) {
  const { data } = useQuery(read('GET /api/engine-reliability'))
  const measured = data?.items.filter((each) => each.platform === platform) ?? []
  return measured.map(({ backend, label, weeks, ...total }) => (
    <details key={backend} className="mt-1 text-sm text-muted">
      <summary className="w-fit tabular-nums hover:text-ink">{texts.line(label, total)}</summary>
      <ul className="mt-1 space-y-0.5 pl-4 tabular-nums">
        {weeks.map(({ week, ...each }) => (
          <li key={week}>{texts.week(formatDay(`${week}T00:00:00Z`), each)}</li>
        ))}
      </ul>
    </details>
  ))
}
