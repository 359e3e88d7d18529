/** The columns of the table of prompts that a person can show or hide; the choice is stored in the browser. */
import { Check, Columns3 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { Button } from '../ui/Button.tsx'

export const columnKeys = [
  'topic',
  'score',
  'change',
  'mentionRate',
  'leader',
  'trend',
  'competitorScore',
  'consistency',
  'searchVolume',
  'tags',
  'answers',
] as const
export type ColumnKey = (typeof columnKeys)[number]

const usual: readonly ColumnKey[] = [
  'topic',
  'score',
  'change',
  'mentionRate',
  'leader',
  'trend',
  'searchVolume',
]
const storageKey = 'ansight.prompt-columns'

export type Columns = { shown: ReadonlySet<ColumnKey>; toggle(key: ColumnKey): void }

export function useColumns(): Columns {
  const [shown, setShown] = useState(stored)
  const toggle = (key: ColumnKey) => {
    const next = new Set(shown)
    if (!next.delete(key)) next.add(key)
    setShown(next)
    localStorage.setItem(storageKey, [...next].join())
  }
  return { shown, toggle }
}

function stored(): ReadonlySet<ColumnKey> {
  const names = localStorage.getItem(storageKey)?.split(',')
  return new Set(names ? columnKeys.filter((key) => names.includes(key)) : usual)
}

export function ColumnChooser({ columns: { shown, toggle } }: { columns: Columns }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button className="max-sm:hidden">
          <Columns3 aria-hidden className="size-4" />
          {t('prompts.list.columns')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-20 w-56 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
        >
          {columnKeys.map((key) => (
            <DropdownMenu.CheckboxItem
              key={key}
              checked={shown.has(key)}
              onSelect={(event) => {
                event.preventDefault()
                toggle(key)
              }}
              className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
            >
              <span className="size-4">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4 text-accent" />
                </DropdownMenu.ItemIndicator>
              </span>
              {t(`prompts.table.columns.${key}`)}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
