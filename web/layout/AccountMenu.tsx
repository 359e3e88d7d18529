import { useMutation } from '@tanstack/react-query'
import { Check, ChevronsUpDown, LogOut } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { currentLanguage } from '../../vocabulary/language.ts'
import { type Language, languageNames, languages } from '../../vocabulary/languages.ts'
import { api } from '../api.ts'
import { basePath } from '../base-path.ts'
import { switchLanguage } from '../language.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { chooseTheme, storedTheme, themes } from '../theme.ts'
import { copy } from './copy.ts'

const item =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken'

export function AccountMenu() {
  const me = useCurrentUser()
  const [theme, setTheme] = useState(storedTheme)
  const signOut = useMutation({
    mutationFn: () => api('POST /api/auth/sign-out'),
    // A full page load, so that nothing of this session stays in memory.
    onSuccess: () => location.assign(`${basePath}/sign-in`),
  })
  return (
    // Not modal: a modal menu of this library locks scrolling with a style element, which our Content-Security-Policy
    // blocks.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left hover:bg-sunken data-[state=open]:bg-sunken">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
        >
          {initialOf(me.name)}
        </span>
        <span className="sr-only">{copy.accountMenu.accountOf}</span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate text-sm font-medium">{me.name}</span>
          <span className="block truncate text-xs text-muted">{me.email}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        side="top"
        align="start"
        sideOffset={6}
        className="z-20 w-58 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
      >
        <DropdownMenu.Label className="px-2.5 pb-1 pt-1.5 text-xs font-medium text-muted">
          {copy.accountMenu.appearance}
        </DropdownMenu.Label>
        <DropdownMenu.RadioGroup value={theme}>
          {themes.map((each) => (
            <DropdownMenu.RadioItem
              key={each}
              value={each}
              onSelect={(event) => {
                event.preventDefault()
                setTheme(each)
                chooseTheme(each)
              }}
              className={item}
            >
              <ItemMark />
              {copy.accountMenu.themes[each]}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
        <LanguageChoice />
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Item
          onSelect={(event) => {
            event.preventDefault()
            signOut.mutate()
          }}
          className={item}
        >
          <LogOut aria-hidden className="size-4" />
          {signOut.isError ? copy.accountMenu.signOutFailed : copy.accountMenu.signOut}
        </DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

/** Each language is named in itself. */
function LanguageChoice() {
  const change = useMutation({
    mutationFn: (language: Language) => api('PATCH /api/auth/user', { body: { language } }),
    onSuccess: (_, language) => switchLanguage(language),
  })
  return (
    <>
      <DropdownMenu.Label className="px-2.5 pb-1 pt-2.5 text-xs font-medium text-muted">
        {copy.accountMenu.language}
      </DropdownMenu.Label>
      {change.isError && (
        <p role="alert" className="px-2.5 pb-1 text-bad">
          {copy.accountMenu.languageNotSaved}
        </p>
      )}
      <DropdownMenu.RadioGroup value={currentLanguage()}>
        {languages.map((each) => (
          <DropdownMenu.RadioItem
            key={each}
            value={each}
            lang={each}
            onSelect={(event) => {
              event.preventDefault()
              change.mutate(each)
            }}
            className={item}
          >
            <ItemMark />
            {languageNames[each]}
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    </>
  )
}

const ItemMark = () => (
  <span className="size-4">
    <DropdownMenu.ItemIndicator>
      <Check aria-hidden className="size-4 text-accent" />
    </DropdownMenu.ItemIndicator>
  </span>
)

const initialOf = (name: string) => [...name][0]?.toUpperCase() ?? '?'
