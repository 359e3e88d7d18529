import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { platformBackends } from '../session/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { summaryOf } from './queries.ts'

/** Stands on every screen that shows what the built-in simulator said: nobody is to take it for the real engines. */
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
            <strong className="font-semibold">Simulated answers: no engine key is set.</strong> These are not
            the words of real engines. To ask them, set a key such as{' '}
            <code className="font-mono">OPENAI_API_KEY</code> and restart the service.
          </>
        ) : simulated.length > 0 ? (
          <>
            <strong className="font-semibold">Some answers are simulated:</strong>{' '}
            {simulated.map(({ platform }) => platformLabels[platform]).join(', ')} come from the built-in
            simulator, as the settings say.
          </>
        ) : (
          <>
            <strong className="font-semibold">Some answers are simulated.</strong> They were asked before the
            engines were set up. Those of a platform count no more once a real engine has answered there.
          </>
        )}
      </Notice>
    </div>
  )
}

/** Whether every platform that a run would ask is the simulator's. */
export function useIsSimulated(): boolean {
  const { data } = useSuspenseQuery(platformBackends)
  return data.items.every(({ surface }) => surface === 'simulated')
}
