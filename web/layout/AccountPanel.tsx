import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, LogOut, UserRound } from 'lucide-react'
import { useState } from 'react'
import { currentLanguage } from '../../vocabulary/language.ts'
import { languageNames, languages } from '../../vocabulary/languages.ts'
import { t } from '../../vocabulary/texts.ts'
import { api } from '../api.ts'
import { basePath } from '../base-path.ts'
import { organization } from '../session/queries.ts'
import { useLanguageChange } from '../session/useLanguageChange.ts'
import { useOrganizations } from '../session/useOrganizations.ts'
import { chooseTheme, storedTheme, themes } from '../theme.ts'

const item =
  'flex w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left hover:bg-sunken focus-within:bg-sunken'

const heading = 'px-2.5 pb-1 pt-2.5 text-xs font-medium text-muted'

/** The content of the account menu. */
export function AccountPanel() {
  return (
    <>
      <OrganizationChoice />
      <ThemeChoice />
      <LanguageChoice />
      <hr className="my-1.5 border-line" />
      <Link to="/account" className={item}>
        <UserRound aria-hidden className="size-4" />
        {t('layout.accountMenu.account')}
      </Link>
      <SignOutButton />
    </>
  )
}

/** The current organization, and the others of the person, to which a press switches. */
function OrganizationChoice() {
  const { data: current } = useSuspenseQuery(organization)
  const { organizations, change } = useOrganizations()
  const others = organizations.filter(({ is_current }) => !is_current)
  return (
    <fieldset>
      <legend className={heading}>{t('layout.accountMenu.organization')}</legend>
      {change.isError && (
        <p role="alert" className="px-2.5 pb-1 text-bad">
          {t('layout.accountMenu.organizationNotSwitched')}
        </p>
      )}
      <p className="flex items-center gap-2.5 px-2.5 py-1.5">
        <Check aria-hidden className="size-4 shrink-0 text-accent" />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{current.name}</span>
      </p>
      {others.map((each) => (
        <button key={each.id} type="button" onClick={() => change.mutate(each)} className={item}>
          <span className="size-4 shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{each.name}</span>
        </button>
      ))}
    </fieldset>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme)
  return (
    <fieldset>
      <legend className={heading}>{t('layout.accountMenu.appearance')}</legend>
      {themes.map((each) => (
        <label key={each} className={item}>
          <input
            type="radio"
            name="theme"
            checked={each === theme}
            onChange={() => {
              setTheme(each)
              chooseTheme(each)
            }}
            className="size-4 accent-accent"
          />
          {t(`layout.accountMenu.themes.${each}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Each language is named in itself. Buttons: arrow keys would choose every radio button they pass, and a choice changes every text. */
function LanguageChoice() {
  const change = useLanguageChange()
  return (
    <fieldset>
      <legend className={heading}>{t('layout.accountMenu.language')}</legend>
      {change.isError && (
        <p role="alert" className="px-2.5 pb-1 text-bad">
          {t('layout.accountMenu.languageNotSaved')}
        </p>
      )}
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          aria-pressed={each === currentLanguage()}
          onClick={() => change.mutate(each)}
          className={item}
        >
          <span className="size-4">
            {each === currentLanguage() && <Check aria-hidden className="size-4 text-accent" />}
          </span>
          {languageNames[each]}
        </button>
      ))}
    </fieldset>
  )
}

function SignOutButton() {
  const signOut = useMutation({
    mutationFn: () => api('POST /api/auth/sign-out'),
    // A full page load, so that nothing of this session stays in memory.
    onSuccess: () => location.assign(`${basePath}/sign-in`),
  })
  return (
    <button type="button" onClick={() => signOut.mutate()} className={item}>
      <LogOut aria-hidden className="size-4" />
      {signOut.isError ? t('layout.accountMenu.signOutFailed') : t('layout.accountMenu.signOut')}
    </button>
  )
}
