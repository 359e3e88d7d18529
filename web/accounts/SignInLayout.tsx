import type { ReactNode } from 'react'
import { Logo } from '../ui/Logo.tsx'
import { PageTitle } from '../ui/page/Page.tsx'

type SignInLayoutProps = { title: string; lead: ReactNode; children: ReactNode; foot?: ReactNode }

/** Wraps the screens before sign-in. */
export function SignInLayout({ title, lead, children, foot }: SignInLayoutProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-4 py-12">
      <PageTitle>{title}</PageTitle>
      <div className="mb-8 flex justify-center">
        <Logo />
      </div>
      <div className="card p-6 sm:p-8">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <div className="mb-6 mt-1 text-muted">{lead}</div>
        {children}
      </div>
      {foot && <div className="mt-6 text-center text-sm text-muted">{foot}</div>}
    </main>
  )
}
