import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
import { RichText } from '../ui/RichText.tsx'
import { pixelQuery } from './queries.ts'

type Pixel = Returns<'GET /api/brands/:brand/pixel'>

/** The tracking script: setup instructions until data arrives, then a summary. */
export function PixelInstallation() {
  const { slug } = useBrand()
  const pixel = useQuery(pixelQuery(slug))
  return (
    <QueryBoundary query={pixel} className="mb-4 h-16">
      {(data) => (data.last_seen === null ? <ToInstall {...{ data, pixel }} /> : <Installed data={data} />)}
    </QueryBoundary>
  )
}

type ToInstallProps = {
  data: Pixel
  pixel: { isFetching: boolean; refetch: () => unknown; dataUpdatedAt: number }
}

function ToInstall({ data, pixel }: ToInstallProps) {
  const { brand } = useBrand()
  return (
    <Panel
      title={t('traffic.script.title')}
      heading="h2"
      lead={t('traffic.script.lead')}
      actions={
        <Button busy={pixel.isFetching} onClick={() => pixel.refetch()}>
          {pixel.isFetching ? t('traffic.script.checking') : t('traffic.script.check')}
        </Button>
      }
    >
      <div className="space-y-3">
        <CopyField label={t('traffic.script.snippet')} value={data.snippet} />
        <details className="text-sm">
          <summary className="w-fit rounded-md font-medium text-muted hover:text-ink">
            {t('traffic.script.tagManager')}
          </summary>
          <div className="mt-3">
            <CopyField label={t('traffic.script.tagManagerSnippet')} value={byAddress(data)} />
          </div>
        </details>
        <div role="status">
          <Notice tone="caution">
            {data.last_seen_elsewhere ? (
              <RichText
                id="traffic.script.otherHost"
                values={{
                  host: <strong className="font-semibold">{data.last_seen_elsewhere.host}</strong>,
                  time: formatTime(data.last_seen_elsewhere.seen_at),
                  brand: brand.name,
                }}
              />
            ) : (
              t('traffic.script.noData', {
                checkedAt: formatTime(new Date(pixel.dataUpdatedAt).toISOString()),
                domain: brand.domain,
              })
            )}
          </Notice>
        </div>
      </div>
    </Panel>
  )
}

function Installed({ data }: { data: Pixel }) {
  return (
    <details className="card mb-6 px-4 py-3 text-sm sm:px-5">
      <summary className="rounded-md">
        <Badge tone="good">{t('traffic.script.installed')}</Badge>
        <span className="ml-2.5 text-muted">
          {data.last_seen &&
            t('traffic.script.lastData', {
              host: data.last_seen.host,
              seenAt: formatTime(data.last_seen.seen_at),
            })}
        </span>
      </summary>
      <div className="mt-4 space-y-3">
        <CopyField label={t('traffic.script.snippet')} value={data.snippet} />
        <CopyField label={t('traffic.script.tagManager')} value={byAddress(data)} />
        {data.last_seen_elsewhere && (
          <p className="text-muted">
            {t('traffic.script.alsoOtherHost', { host: data.last_seen_elsewhere.host })}
          </p>
        )}
      </div>
    </details>
  )
}

/** The same script with the code in its URL, for tag managers that drop attributes. */
const byAddress = ({ snippet, code }: Pixel) =>
  snippet.replace(/src="([^"]+)"/, `src="$1?code=${code}"`).replace(/ data-code="[^"]*"/, '')
