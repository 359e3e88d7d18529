import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { TextArea, TextField } from '../ui/form/Field.tsx'
import { Form } from '../ui/form/Form.tsx'
import { getText, readLines, textOrNull } from '../ui/form/form-values.ts'
import { SaveButton } from '../ui/form/SaveButton.tsx'
import { Panel } from '../ui/page/Panel.tsx'
import { useChange } from '../useChange.ts'
import { listField, NameFields, namesIn } from './NameFields.tsx'
import { brandQuery, brandsQuery, reanalysisQuery } from './queries.ts'
import { RegionFields } from './RegionFields.tsx'
import { SourceCategoryFields, sourceCategoriesIn } from './SourceCategoryFields.tsx'

type Brand = Returns<'GET /api/brands/:brand'>

/** Read-only for viewers. */
export function BrandForm({ brand, mayWrite }: { brand: Brand; mayWrite: boolean }) {
  const queryClient = useQueryClient()
  const save = useChange(
    (values: FormData) =>
      api('PATCH /api/brands/:brand', {
        params: { brand: brand.slug },
        body: computeChanges(brand, readFields(values)),
      }),
    [brandsQuery.queryKey, reanalysisQuery(brand.slug).queryKey],
    (changed) => {
      queryClient.setQueryData(brandQuery(brand.slug).queryKey, changed)
    },
  )
  return (
    <Form
      error={save.error}
      onSubmit={save.mutate}
      getName={listField}
      fieldByErrorCode={{ conflict: 'aliases' }}
      className="mb-4"
    >
      <fieldset disabled={!mayWrite}>
        <ProfileFields brand={brand} />
        <Panel title={t('brands.sourceTypes.title')} lead={t('brands.sourceTypes.lead')}>
          <SourceCategoryFields of={brand.source_categories} mayWrite={mayWrite} />
        </Panel>
        {!brand.is_demo && (
          <Panel title={t('brands.form.citedPages')} lead={t('brands.form.citedPagesLead')}>
            <div className="sm:max-w-xs">
              <TextField
                label={t('brands.form.pagesPerDay')}
                name="pages_per_day"
                type="number"
                min={0}
                max={1000}
                defaultValue={brand.pages_per_day ?? ''}
                hint={t('brands.form.pagesPerDayHint')}
              />
            </div>
          </Panel>
        )}
      </fieldset>
      {mayWrite && (
        <SaveButton mutation={save} look="primary" className="flex-wrap">
          {t('brands.profile.save')}
        </SaveButton>
      )}
    </Form>
  )
}

function ProfileFields({ brand }: { brand: Brand }) {
  return (
    <>
      <Panel title={t('brands.profile.title')} lead={t('brands.profile.lead')}>
        <div className="space-y-5">
          <div className="flex flex-col gap-5 sm:flex-row">
            <TextField
              label={t('brands.profile.name')}
              name="name"
              required
              defaultValue={brand.name}
              maxLength={200}
            />
            <TextField
              label={t('brands.profile.industry')}
              name="industry"
              defaultValue={brand.industry}
              maxLength={200}
            />
          </div>
          <TextArea
            label={t('brands.profile.description')}
            name="description"
            rows={2}
            maxLength={2000}
            defaultValue={brand.description ?? ''}
          />
          <RegionFields of={brand} />
        </div>
      </Panel>
      <Panel title={t('brands.profile.namesTitle')} lead={t('brands.profile.namesLead')}>
        <div className="space-y-5">
          <NameFields of={brand} />
        </div>
      </Panel>
      <Panel title={t('brands.profile.sitesTitle')} lead={t('brands.profile.sitesLead')}>
        <div className="flex flex-col gap-5 sm:flex-row">
          <TextField
            label={t('brands.profile.domain')}
            name="domain"
            required
            inputMode="url"
            defaultValue={brand.domain}
            hint={t('brands.profile.domainHint')}
          />
          <TextArea
            label={t('brands.profile.domains')}
            name="domains"
            rows={3}
            defaultValue={brand.domains.join('\n')}
          />
        </div>
      </Panel>
    </>
  )
}

const readFields = (values: FormData) => ({
  name: getText(values, 'name'),
  domain: getText(values, 'domain'),
  domains: readLines(values, 'domains'),
  ...namesIn(values),
  source_categories: sourceCategoriesIn(values),
  industry: textOrNull(values, 'industry'),
  description: textOrNull(values, 'description'),
  region: textOrNull(values, 'region'),
  language: textOrNull(values, 'language'),
  pages_per_day: numberOrNull(values, 'pages_per_day'),
})

function numberOrNull(values: FormData, name: string): number | null {
  const text = textOrNull(values, name)
  return text === null ? null : Number(text)
}

/** Sends only what changed: an unchanged name would trigger a reanalysis of all answers. */
function computeChanges(brand: Brand, fields: ReturnType<typeof readFields>): Partial<typeof fields> {
  const known: Record<string, unknown> = brand
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(known[name]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(fields).filter(isChanged))
}
