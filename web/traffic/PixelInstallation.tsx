import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../vocabulary/formats.ts'
import type { Returns } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyField } from '../ui/CopyField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { QueryBoundary } from '../ui/page/QueryBoundary.tsx'
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
      title="Track visitors from AI platforms"
      heading="h2"
      lead="Add one line to the head of every page. It sets no cookies, uses no browser storage, and stores no IP addresses."
      actions={
        <Button busy={pixel.isFetching} onClick={() => pixel.refetch()}>
          {pixel.isFetching ? 'Checking' : 'Check installation'}
        </Button>
      }
    >
      <div className="space-y-3">
        <CopyField label="Script for the head of every page" value={data.snippet} />
        <details className="text-sm">
          <summary className="w-fit rounded-md font-medium text-muted hover:text-ink">
            Tag-manager version
          </summary>
          <div className="mt-3">
            <CopyField label="For tag managers that drop attributes" value={byAddress(data)} />
          </div>
        </details>
        <div role="status">
          <Notice tone="caution">
            {data.last_seen_elsewhere ? (
              <>
                Data was received from{' '}
                <strong className="font-semibold">{data.last_seen_elsewhere.host}</strong> on{' '}
                {formatTime(data.last_seen_elsewhere.seen_at)}, which is not a domain of {brand.name}, so it
                is not counted. If it is yours, add it to the domains in the brand settings.
              </>
            ) : (
              <>
                No data received yet, as of {formatTime(new Date(pixel.dataUpdatedAt).toISOString())}. Add the
                script, open a page of {brand.domain} in a browser, then check again.
              </>
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
        <Badge tone="good">Script installed</Badge>
        <span className="ml-2.5 text-muted">
          {data.last_seen && `Last data from ${data.last_seen.host} on ${formatTime(data.last_seen.seen_at)}`}
        </span>
      </summary>
      <div className="mt-4 space-y-3">
        <CopyField label="Script for the head of every page" value={data.snippet} />
        <CopyField label="Tag-manager version" value={byAddress(data)} />
        {data.last_seen_elsewhere && (
          <p className="text-muted">
            Data was also received from {data.last_seen_elsewhere.host}, which is not one of the brand’s
            domains, so it is not counted.
          </p>
        )}
      </div>
    </details>
  )
}

/** The same script with the code in its URL, for tag managers that drop attributes. */
const byAddress = ({ snippet, code }: Pixel) =>
  snippet.replace(/src="([^"]+)"/, `src="$1?code=${code}"`).replace(/ data-code="[^"]*"/, '')
