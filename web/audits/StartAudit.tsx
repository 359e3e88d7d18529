import { useQuery } from '@tanstack/react-query'
import { ScanSearch } from 'lucide-react'
import { t } from '../../vocabulary/texts.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText } from '../ui/form/form-values.ts'
import { Options } from '../ui/form/Options.tsx'
import { auditQuota, useStartAudit } from './queries.ts'

/** The pages that an audit can include besides the entered one. */
const linkedPages = Array.from({ length: 9 }, (_, index) => index + 1)

export function StartAudit() {
  const { brand } = useBrand()
  const start = useStartAudit()
  const { data: quota } = useQuery(auditQuota)
  return (
    <Form
      error={start.error}
      fieldByErrorCode={{ unsafe_url: 'url' }}
      onSubmit={(values) =>
        start.mutate({ url: getText(values, 'url'), pages: Number(getText(values, 'pages')) })
      }
      className="flex flex-wrap items-start gap-x-3 gap-y-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <TextField
          label={t('audits.start.url')}
          name="url"
          type="url"
          inputMode="url"
          required
          defaultValue={`https://${brand.domain}/`}
        />
      </div>
      <div className="w-56">
        <SelectField label={t('audits.start.pages')} name="pages" defaultValue="1">
          <option value={1}>{t('audits.start.thisPage')}</option>
          <Options
            of={linkedPages.map((linked) => [1 + linked, t('audits.start.linkedPages', { linked })])}
          />
        </SelectField>
      </div>
      <Button
        look="primary"
        type="submit"
        className="sm:mt-6"
        disabled={quota?.remaining === 0}
        busy={start.isPending}
      >
        <ScanSearch aria-hidden className="size-4" />
        {t('audits.start.submit')}
      </Button>
    </Form>
  )
}
