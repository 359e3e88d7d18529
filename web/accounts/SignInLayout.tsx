import { Languages } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { currentLanguage } from '../../vocabulary/language.ts'
import { languageNames, languages } from '../../vocabulary/languages.ts'
import { t } from '../../vocabulary/texts.ts'
import { switchLanguage } from '../language.ts'
import { Select } from '../ui/form/Select.tsx'
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
      <LanguageSelect />
    </main>
  )
}

/** Applies to this browser. A language that the person chose for their account replaces it after sign-in. */
function LanguageSelect() {
  const id = useId()
  return (
    <div className="mt-6 flex items-center justify-center gap-2 text-sm text-muted">
      <Languages aria-hidden className="size-4" />
      <label htmlFor={id} className="sr-only">
        {t('accounts.language')}
      </label>
      <Select
        id={id}
        defaultValue={currentLanguage()}
        onChange={(event) => switchLanguage(asLanguage(event.target.value))}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </Select>
    </div>
  )
}

const asLanguage = (value: string) => languages.find((each) => each === value) ?? currentLanguage()
