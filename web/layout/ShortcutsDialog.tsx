import { t } from '../../vocabulary/texts.ts'
import { useCurrentUser } from '../session/current-user.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { getGroups } from './navigation-items.ts'

const general = () => [
  { keys: [t('layout.shortcuts.control'), 'K'], label: t('layout.shortcuts.openPalette') },
  { keys: ['/'], label: t('layout.shortcuts.search') },
  { keys: ['j', 'k'], label: t('layout.shortcuts.moveRow') },
  { keys: ['x'], label: t('layout.shortcuts.select') },
  { keys: ['Esc'], label: t('layout.shortcuts.close') },
  { keys: ['?'], label: t('layout.shortcuts.showHelp') },
]

/** The keyboard shortcuts, as a list. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const { isClient, seesOrganization } = useCurrentUser()
  // A screen of any brand: shortcuts work in all of them.
  const screens = getGroups({ slug: '', isClient, seesOrganization })
    .flatMap(({ items }) => items)
    .flatMap(({ key, label }) =>
      key === undefined ? [] : [{ keys: ['g', key], label: t('layout.shortcuts.goTo', { screen: label }) }],
    )
  return (
    <Dialog title={t('layout.shortcuts.title')} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 text-sm">
        {[...general(), ...screens].map(({ keys, label }) => (
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
