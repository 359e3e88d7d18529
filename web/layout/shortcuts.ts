/** Keyboard shortcuts of the dashboard. They are ignored while a person types and while a dialog is open. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { brandFilter } from '../brands/filter.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { getGroups } from './navigation-items.ts'

type Actions = { openPalette(): void; openShortcuts(): void }

/** A second key belongs to “g” only if it follows soon. */
const sequenceMs = 1_000

export function useShortcuts({ openPalette, openShortcuts }: Actions): void {
  const { slug } = useParams({ strict: false })
  const { isClient, seesOrganization } = useCurrentUser()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const current = useRef<(event: KeyboardEvent) => void>(() => undefined)
  const startedMs = useRef(Number.NEGATIVE_INFINITY)
  current.current = (event) => {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (!isDialogOpen()) openPalette()
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isDialogOpen() || isTyping(event.target)) return
    const isSecond = event.timeStamp - startedMs.current < sequenceMs
    startedMs.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    if (isSecond && slug !== undefined) {
      const item = getGroups({ slug, isClient, seesOrganization })
        .flatMap(({ items }) => items)
        .find(({ key }) => key === event.key)
      if (item) void navigate({ to: item.to, params: { slug }, search: brandFilter(search) })
    } else if (event.key === '?') openShortcuts()
    else if (event.key === '/') focusSearch(event)
    else if (event.key === 'j') moveInList(1)
    else if (event.key === 'k') moveInList(-1)
    else if (event.key === 'x') toggleRow()
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => current.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select'))

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-search-field]')
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Moves the focus to the first link of the next or previous row of a table. */
function moveInList(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step]
  row?.querySelector<HTMLElement>('a[href]')?.focus()
}

function toggleRow(): void {
  const row = document.activeElement?.closest('[data-row]')
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}
