import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../vocabulary/texts.ts'
import { api, invalidate } from '../api.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { logoTypes, readLogo } from './LogoField.tsx'

/** Chooses the logo of the brand, which its reports then show. */
export function AddClientLogo() {
  const { slug } = useBrand()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const save = useChange(
    async (file: File) =>
      api('PATCH /api/brands/:brand/branding', {
        params: { brand: slug },
        body: { logo: await readLogo(file) },
      }),
    ['GET /api/brands/:brand/branding'],
    () => void invalidate(queryClient, 'GET /api/report-branding'),
  )
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={logoTypes}
        aria-label={t('reports.brandLook.add')}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) save.mutate(file)
        }}
      />
      <Button busy={save.isPending} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-4" />
        {t('reports.brandLook.add')}
      </Button>
      <ErrorNotice error={save.error} className="basis-full" />
    </>
  )
}
