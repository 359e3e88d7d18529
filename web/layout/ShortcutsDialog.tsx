import { Dialog } from '../ui/Dialog.tsx'
import { copy } from './copy.ts'
import { brandGroups } from './navigation-items.ts'

const { shortcuts: texts } = copy

const general = [
  { keys: [texts.control, 'K'], label: texts.openPalette },
  { keys: ['/'], label: texts.search },
  { keys: ['j', 'k'], label: texts.moveRow },
  { keys: ['x'], label: texts.select },
  { keys: ['Esc'], label: texts.close },
  { keys: ['?'], label: texts.showHelp },
]

/** The keyboard shortcuts, as a list. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const screens = brandGroups
    .flatMap(({ items }) => items)
    .flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: ['g', key], label: texts.goTo(label) }]))
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {[...general, ...screens].map(({ keys, label }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-6 rounded border border-control bg-sunken px-1.5 text-center font-mono text-xs leading-5"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
