import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement } from 'react'
import { type OpportunityStatus, opportunityStatuses } from '../../vocabulary/opportunities.ts'
import { t } from '../../vocabulary/texts.ts'

type StatusMenuProps = {
  /** The current status; null for several opportunities with different ones. */
  status: OpportunityStatus | null
  onChoose(to: OpportunityStatus): void
  /** The button that opens it. */
  children: ReactElement
}

/** Sets any status. `Sent` asks first, since setting it does not send anything. */
export function StatusMenu({ status, onChoose, children }: StatusMenuProps) {
  return (
    // Not modal: a modal menu of this library locks scrolling with a style element, which our Content-Security-Policy
    // blocks.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-20 w-44 rounded-xl border border-line bg-surface p-1.5 text-sm shadow-raised"
        >
          <DropdownMenu.Label className="px-2.5 pb-1 pt-1 text-xs font-medium text-muted">
            {t('opportunities.statusMenu.label')}
          </DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={status ?? ''}>
            {opportunityStatuses.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                disabled={each === status}
                onSelect={() => onChoose(each)}
                className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-sunken"
              >
                <span className="size-4">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </DropdownMenu.ItemIndicator>
                </span>
                {t(`labels.opportunityStatus.${each}`)}
                {each === 'sent' && '…'}
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
