import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Building2, Keyboard, MessageCircleQuestion, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { brandFilter } from '../brands/filter.ts'
import { brandsQuery, promptsQuery } from '../brands/queries.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { chooseTheme } from '../theme.ts'
import { getGroups } from './navigation-items.ts'

type CommandPaletteProps = { onClose(): void; onShortcuts(): void }

/** Searches screens, brands, prompts and actions. Loaded when it opens for the first time. */
export default function CommandPalette({ onClose, onShortcuts }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { isClient } = useCurrentUser()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    // The browser would focus the list, which comes first.
    dialog.current?.querySelector('input')?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same from the keyboard
    <dialog
      ref={dialog}
      aria-label={t('layout.commandPalette.label')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
      className="mx-auto mb-auto mt-[12vh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border border-line bg-surface p-0 text-ink shadow-raised"
    >
      <Command label={t('layout.commandPalette.label')} loop>
        <Command.Input
          placeholder={t('layout.commandPalette.placeholder')}
          className="h-12 w-full border-b border-line bg-transparent px-4 outline-none placeholder:text-muted"
        />
        <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5 text-sm">
          <Command.Empty className="px-2.5 py-3 text-muted">{t('layout.commandPalette.empty')}</Command.Empty>
          <Screens onClose={onClose} />
          <Actions onClose={onClose} onShortcuts={onShortcuts} />
          <Brands onClose={onClose} />
          {!isClient && <Prompts onClose={onClose} />}
        </Command.List>
      </Command>
    </dialog>
  )
}

type GroupProps = { onClose(): void }

function Screens({ onClose }: GroupProps) {
  const { slug } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { isClient, seesOrganization } = useCurrentUser()
  const items = getGroups({ slug, isClient, seesOrganization }).flatMap((group) => group.items)
  return (
    <Group heading={t('layout.commandPalette.screens')}>
      {items.map(({ label, to, Icon, key }) => (
        <Item
          key={to}
          value={label}
          hint={key && t('layout.commandPalette.shortcut', { key })}
          onSelect={() => {
            onClose()
            const kept = to.includes('$slug') ? { params: { slug }, search: brandFilter(search) } : {}
            void navigate({ to, ...kept })
          }}
        >
          <Icon aria-hidden className="size-4 text-muted" />
          {label}
        </Item>
      ))}
    </Group>
  )
}

function Actions({ onClose, onShortcuts }: CommandPaletteProps) {
  const navigate = useNavigate()
  const { seesOrganization } = useCurrentUser()
  const themes = [
    { theme: 'light' as const, label: t('layout.commandPalette.light'), Icon: Sun },
    { theme: 'dark' as const, label: t('layout.commandPalette.dark'), Icon: Moon },
    { theme: 'system' as const, label: t('layout.commandPalette.system'), Icon: Monitor },
  ]
  return (
    <Group heading={t('layout.commandPalette.actions')}>
      {seesOrganization && (
        <Item
          value={t('layout.commandPalette.addBrand')}
          onSelect={() => {
            onClose()
            void navigate({ to: '/dashboard/brands/new' })
          }}
        >
          <Plus aria-hidden className="size-4 text-muted" />
          {t('layout.commandPalette.addBrand')}
        </Item>
      )}
      {themes.map(({ theme, label, Icon }) => (
        <Item
          key={theme}
          value={label}
          onSelect={() => {
            onClose()
            chooseTheme(theme)
          }}
        >
          <Icon aria-hidden className="size-4 text-muted" />
          {label}
        </Item>
      ))}
      <Item value={t('layout.shortcuts.title')} hint="?" onSelect={onShortcuts}>
        <Keyboard aria-hidden className="size-4 text-muted" />
        {t('layout.shortcuts.title')}
      </Item>
    </Group>
  )
}

function Brands({ onClose }: GroupProps) {
  const navigate = useNavigate()
  const { data } = useQuery(brandsQuery)
  return (
    <Group heading={t('layout.commandPalette.brands')}>
      {data?.items.map(({ slug, name, domain }) => (
        <Item
          key={slug}
          value={`${name} ${domain}`}
          hint={domain}
          onSelect={() => {
            onClose()
            void navigate({ to: '/dashboard/brands/$slug', params: { slug } })
          }}
        >
          <Building2 aria-hidden className="size-4 text-muted" />
          {name}
        </Item>
      ))}
    </Group>
  )
}

function Prompts({ onClose }: GroupProps) {
  const { slug } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data: brands } = useQuery(brandsQuery)
  const brandId = brands?.items.find((brand) => brand.slug === slug)?.id
  const { data } = useQuery({ ...promptsQuery(brandId ?? ''), enabled: brandId !== undefined })
  if (slug === undefined || !data) return null
  return (
    <Group heading={t('layout.commandPalette.prompts')}>
      {data.items.map(({ id, text }) => (
        <Item
          key={id}
          value={`${text} ${id}`}
          onSelect={() => {
            onClose()
            void navigate({ to: '/dashboard/brands/$slug/prompts/$id', params: { slug, id } })
          }}
        >
          <MessageCircleQuestion aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">{text}</span>
        </Item>
      ))}
    </Group>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = { value: string; hint?: string | undefined; onSelect(): void; children: ReactNode }

function Item({ value, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 data-[selected=true]:bg-sunken"
    >
      {children}
      {hint && <span className="ml-auto shrink-0 pl-3 text-xs text-muted">{hint}</span>}
    </Command.Item>
  )
}
