import { KeyRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '../ui/Button.tsx'

/** Opens the browser's dialog of passkeys. */
export const PasskeyButton = ({ children, ...button }: ComponentProps<typeof Button>) => (
  <Button {...button}>
    <KeyRound aria-hidden className="size-4" />
    {children}
  </Button>
)
