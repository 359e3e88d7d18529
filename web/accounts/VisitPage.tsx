import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { basePath } from '../base-path.ts'
import { session } from '../session/queries.ts'
import { sameSitePath } from './after-sign-in.ts'
import { visitQuery } from './queries.ts'
import { SecondFactorForm } from './SecondFactorForm.tsx'
import { TestResult } from './TestResult.tsx'

/** Where a provider sends the browser back to. The visit is finished when the page has loaded. */
export function VisitPage() {
  const { provider = '' } = useParams({ strict: false })
  const { data } = useSuspenseQuery(visitQuery(provider, location.search.slice(1)))
  if (data.test !== null) return <TestResult test={data.test} />
  if (data.second_factor !== null)
    return (
      <SecondFactorForm
        factors={data.second_factor}
        next={data.next}
        onBack={() => location.assign(`${basePath}/sign-in`)}
      />
    )
  return <Return next={data.next} />
}

function Return({ next }: { next: string }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    queryClient.removeQueries({ queryKey: session.queryKey })
    // The address contains a code of the provider, which is used up.
    router.history.replace(sameSitePath(next, location.origin))
  }, [queryClient, router, next])
  return null
}
