import { useSuspenseQuery } from '@tanstack/react-query'
import { platformLabels } from '../../vocabulary/platforms.ts'
import type { Answer } from '../answers/answer.ts'
import { platformBackends } from '../frame/needs.ts'
import { Notice } from '../ui/Notice.tsx'

/** Stands on every screen that shows what the built-in simulator said: nobody is to take it for the real engines. */
export function SimulatedBanner({ answers = [] }: { answers?: Answer[] | undefined }) {
  const { data } = useSuspenseQuery(platformBackends)
  const simulated = data.items.filter(({ surface }) => surface === 'simulated')
  const hasSimulated = simulated.length > 0 || answers.some(({ surface }) => surface === 'simulated')
  if (!hasSimulated) return null
  return (
    <div className="mb-6">
      <Notice tone="caution">
        {simulated.length === data.items.length ? (
          <>
            <strong className="font-semibold">Simulated answers: no engine key is set.</strong> Everything
            works, but these are not the words of real engines. Set a key such as{' '}
            <code className="font-mono">OPENAI_API_KEY</code> and start the service again to ask them.
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
            engines were set up, and count in the numbers of their days.
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
