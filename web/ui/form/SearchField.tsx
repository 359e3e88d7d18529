import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../vocabulary/texts.ts'

type SearchFieldProps = {
  label: string
  /** The text that the list is filtered by. */
  value: string
  onSearch(text: string): void
  className?: string
}

/** Long enough that a typed word is one request. */
const delayMs = 250

/** Filters a list while typing. The key "/" moves the focus here (see the keyboard shortcuts of the layout). */
export function SearchField({ label, value, onSearch, className = '' }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const search = useRef(onSearch)
  search.current = onSearch
  // The list was filtered elsewhere, such as by a removed chip.
  if (applied !== value) {
    setApplied(value)
    setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => search.current(text.trim()), delayMs)
    return () => clearTimeout(timer)
  }, [text, value])
  return (
    <div className={`relative ${className}`}>
      <Search
        aria-hidden
        className="pointer-events-none absolute left-2.5 top-1/2 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        data-search-field
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={({ target }) => setText(target.value)}
        className="control px-8 text-sm [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('ui.searchField.clear')}
          onClick={() => {
            setText('')
            onSearch('')
          }}
          className="absolute right-1.5 top-1/2 -translate-y-1/2 rounded p-1 text-muted hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}
