import { useSuspenseQuery } from '@tanstack/react-query'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { platformBackends } from '../frame/needs.ts'
import { Notice } from '../ui/Notice.tsx'

/** Stands on every screen that shows what the built-in simulator said: nobody is to take it for the real engines. */
export function SimulatedBanner() {
  const simulated = useSimulatedPlatforms()
  if (simulated.length === 0) return null
  return (
    <div className="mb-6">
      <Notice tone="caution">
        {simulated.every(({ isOnlyChoice }) => isOnlyChoice) ? (
          <>
            <strong className="font-semibold">Simulated answers: no engine key is set.</strong> Everything
            works, but these are not the words of real engines. Set a key such as{' '}
            <code className="font-mono">OPENAI_API_KEY</code> and start the service again to ask them.
          </>
        ) : (
          <>
            <strong className="font-semibold">Simulated answers:</strong>{' '}
            {simulated.map(({ platform }) => platformLabels[platform]).join(', ')} come from the built-in
            simulator, as the settings say.
          </>
        )}
      </Notice>
    </div>
  )
}

/** Without any key the simulator serves every platform; otherwise only those that a setting gives it. */
function useSimulatedPlatforms() {
  const { data } = useSuspenseQuery(platformBackends)
  const isOnlyChoice = data.items.every(({ surface }) => surface === 'simulated')
  return data.items
    .filter(({ surface }) => surface === 'simulated')
    .map(({ platform }) => ({ platform, isOnlyChoice }))
}
