import { lazy, Suspense, useEffect, useState } from 'react'
import { handleReauthentication } from '../reauthentication.ts'

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog,
}))

type Request = { confirm(): void; cancel(error: Error): void }

/** Opens the dialog in which the person confirms who they are, when a request needs it. */
export function Reauthentication() {
  const [request, setRequest] = useState<Request | null>(null)
  useEffect(
    () =>
      handleReauthentication(async () => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        setRequest({ confirm: resolve, cancel: reject })
        await promise.finally(() => setRequest(null))
      }),
    [],
  )
  return (
    request && (
      <Suspense>
        <ReauthenticationDialog onConfirmed={request.confirm} onCancel={request.cancel} />
      </Suspense>
    )
  )
}
