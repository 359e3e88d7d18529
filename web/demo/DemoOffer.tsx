import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect } from 'react'
import { type DemoIndustry, demoIndustries } from '../../vocabulary/demo-industries.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate, type Returns, read } from '../api.ts'
import { brandsQuery } from '../brands/queries.ts'
import { pollMs } from '../polling.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice, Notice } from '../ui/Notice.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'

type Job = Returns<'GET /api/jobs/:job'>

/** Opens a demo brand with one press, after its answers are generated. */
export function DemoOffer() {
  const show = useShowBrand()
  const open = useMutation({
    mutationFn: (industry: DemoIndustry) => api('POST /api/demo-brands', { body: { industry } }),
    onSuccess: ({ brand, job_id }) => (job_id === null ? show(brand.slug) : undefined),
  })
  return (
    <section
      aria-label={t('demo.offer.title')}
      className="rounded-xl border border-dashed border-control p-4"
    >
      <h2 className="font-semibold">{t('demo.offer.title')}</h2>
      <p className="mt-1 text-sm text-muted">{t('demo.offer.text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {demoIndustries.map((industry) => (
          <Button
            key={industry}
            size="small"
            busy={open.isPending || Boolean(open.data?.job_id)}
            onClick={() => open.mutate(industry)}
          >
            <Play aria-hidden className="size-4" />
            {t(`demo.industries.${industry}`)}
          </Button>
        ))}
      </div>
      <ErrorNotice error={open.error} className="mt-3" />
      {open.data?.job_id && (
        <Generating jobId={open.data.job_id} onCompleted={() => show(open.data.brand.slug)} />
      )}
    </section>
  )
}

const hasEnded = ({ status }: Job): boolean => status !== 'waiting' && status !== 'active'

function Generating({ jobId, onCompleted }: { jobId: string; onCompleted(): void }) {
  const { data: job, error } = useQuery({
    ...read('GET /api/jobs/:job', { params: { job: jobId } }),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data) ? false : pollMs),
  })
  const isCompleted = job?.status === 'completed'
  useEffect(() => {
    if (isCompleted) onCompleted()
  }, [isCompleted, onCompleted])
  if (job && hasEnded(job) && !isCompleted)
    return (
      <div className="mt-3">
        <Notice tone="bad" live>
          {t('demo.offer.failed')}
        </Notice>
      </div>
    )
  const { completed = 0, total = 0 } = job?.progress ?? {}
  return (
    <div className="mt-3 space-y-2">
      <p role="status" className="text-sm">
        {t('demo.offer.generating')}
      </p>
      <ProgressBar
        label={t('demo.offer.generating')}
        said={t('demo.offer.progress', { completed, total })}
        total={total}
        parts={[{ count: completed, look: 'bg-accent' }]}
      />
      <ErrorNotice error={error} />
    </div>
  )
}

function useShowBrand() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (slug: string) => {
    await invalidate(queryClient, brandsQuery.queryKey[0])
    await navigate({ to: '/dashboard/brands/$slug', params: { slug } })
  }
}
