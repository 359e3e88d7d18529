import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { platformBackends } from '../session/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { copy } from './copy.ts'
import { summaryOf } from './queries.ts'

const exampleKey = 'OPENAI_API_KEY'

/** Shown on every screen with simulated data, so that it is not mistaken for real answers. */
export function SimulatedBanner({ brandId }: { brandId?: string }) {
  const { data } = useSuspenseQuery(platformBackends)
  const { data: everything } = useQuery({ ...summaryOf(brandId ?? '', null), enabled: brandId !== undefined })
  const simulated = data.items.filter(({ surface }) => surface === 'simulated')
  if (simulated.length === 0 && !everything?.simulated) return null
  return (
    <div className="mb-6">
      <Notice tone="caution">
        {simulated.length === data.items.length ? (
          <>
            <strong className="font-semibold">{copy.simulated.allTitle}</strong> {copy.simulated.all}{' '}
            <code className="font-mono">{exampleKey}</code>
          </>
        ) : simulated.length > 0 ? (
          <>
            <strong className="font-semibold">{copy.simulated.someTitle}</strong>{' '}
            {copy.simulated.some(simulated.map(({ platform }) => platformLabels[platform]))}
          </>
        ) : (
          <>
            <strong className="font-semibold">{copy.simulated.someTitle}</strong> {copy.simulated.past}
          </>
        )}
      </Notice>
    </div>
  )
}

/** Whether every platform of a run would be simulated. */
export function useIsSimulated(): boolean {
  const { data } = useSuspenseQuery(platformBackends)
  return data.items.every(({ surface }) => surface === 'simulated')
}
