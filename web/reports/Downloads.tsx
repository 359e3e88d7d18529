import { Download } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { formatCsvCell } from '../../vocabulary/csv-cell.ts'
import { t } from '../../vocabulary/texts.ts'
import { basePath } from '../base-path.ts'
import { Button } from '../ui/Button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { saveChart } from './chart-png.ts'
import type { ReportData } from './document/report-data.ts'

type DownloadsProps = {
  report: ReportData
  /** The id of the report for members who can also download it sealed. */
  sealedId?: string | null
}

/** The files of a report. */
export function Downloads({ report, sealedId = null }: DownloadsProps) {
  const name = `report-${report.snapshot_name}`
  const item =
    'block w-full cursor-default rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-sunken'
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download aria-hidden className="size-4" />
          {t('reports.page.download')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          className="z-20 min-w-52 rounded-xl border border-line bg-surface p-1.5 shadow-raised"
        >
          <DropdownMenu.Item
            className={item}
            onSelect={() => saveFile(`${name}.json`, 'application/json', JSON.stringify(report, null, 2))}
          >
            {t('reports.page.json')}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={item}
            onSelect={() => saveFile(`${name}.csv`, 'text/csv', toCsv(report))}
          >
            {t('reports.page.csv')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={item} onSelect={() => saveChart(`${name}.png`)}>
            {t('reports.page.png')}
          </DropdownMenu.Item>
          {sealedId !== null && report.published_at !== null && (
            <DropdownMenu.Item asChild className={item}>
              <a href={`${basePath}/api/reports/${sealedId}/sealed`} download>
                {t('reports.page.sealed')}
              </a>
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const columns = [
  'avg_visibility_score',
  'mention_rate_pct',
  'citation_rate_pct',
  'share_of_voice_pct',
  'avg_position',
] as const

/** One row per day or week of each brand and competitor. */
function toCsv({ snapshot }: ReportData): string {
  const rows = snapshot.brands.flatMap(({ name, trend }) => [
    ...trend.buckets.map((bucket) => ({ ...bucket, name })),
    ...trend.competitors,
  ])
  const lines = rows.map((row) => [
    row.date,
    formatCsvCell(row.name),
    ...columns.map((column) => row[column] ?? ''),
  ])
  return `${[['date', 'name', ...columns], ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`
}
