import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { platformBackends } from '../session/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { summaryOf } from './queries.ts'

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
            <strong className="font-semibold">Simulated data: no engine key is set.</strong> These answers are
            not from real engines. To query them, set a key such as{' '}
            <code className="font-mono">OPENAI_API_KEY</code> and restart the service.
          </>
        ) : simulated.length > 0 ? (
          <>
            <strong className="font-semibold">Some data is simulated:</strong>{' '}
            {simulated.map(({ platform }) => platformLabels[platform]).join(', ')} are answered by the
            built-in simulator, as configured.
          </>
        ) : (
          <>
            <strong className="font-semibold">Some data is simulated.</strong> These answers were collected
            before the engines were set up. They are excluded for a platform once a real engine has answered
            there.
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
