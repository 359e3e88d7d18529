import { t } from '../../vocabulary/texts.ts'
import { TextField } from '../ui/form/Field.tsx'
import { toBase64 } from '../ui/form/form-values.ts'

export const logoTypes = 'image/png,image/jpeg,image/webp'

/** Chooses a logo or removes the stored one. `logoIn` reads the choice from the form. */
export function LogoField({ logo }: { logo: string | null }) {
  return (
    <>
      <TextField
        label={t('reports.branding.logo')}
        name="logo"
        type="file"
        accept={logoTypes}
        hint={t('reports.branding.logoHint')}
      />
      {logo !== null && (
        <div className="flex items-center gap-4">
          <img src={logo} alt="" className="h-8 max-w-48 object-contain" />
          <label className="flex items-center gap-2 text-sm">
            <input type="checkbox" name="remove_logo" className="size-4 accent-accent" />
            {t('reports.branding.removeLogo')}
          </label>
        </div>
      )}
    </>
  )
}

type Logo = { type: 'image/png' | 'image/jpeg' | 'image/webp'; data: string }

/** Null removes the logo; undefined keeps it. */
export async function logoIn(values: FormData): Promise<Logo | null | undefined> {
  const file = values.get('logo')
  if (file instanceof File && file.size > 0) return readLogo(file)
  return values.has('remove_logo') ? null : undefined
}

export const readLogo = async (file: File): Promise<Logo> => ({
  type: getLogoType(file),
  data: await toBase64(file),
})

/** The server compares the type with the content. */
const getLogoType = ({ type }: File): Logo['type'] =>
  type === 'image/jpeg' || type === 'image/webp' ? type : 'image/png'
