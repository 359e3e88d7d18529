import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatCost } from '../../vocabulary/formats.ts'
import { platformLabels } from '../../vocabulary/platforms.ts'
import { t } from '../../vocabulary/texts.ts'
import { api, type Returns } from '../api.ts'
import { countries, listLanguages, regionName } from '../brands/countries-and-languages.ts'
import { personasQuery } from '../brands/queries.ts'
import { useBrand } from '../brands/useBrand.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Options } from '../ui/form/Options.tsx'
import { Select } from '../ui/form/Select.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ErrorNotice } from '../ui/Notice.tsx'
import { useChange } from '../useChange.ts'
import { promptAddresses } from './queries.ts'

type Preview = Returns<'POST /api/prompts/variants/preview'>
/** `key`: identifies the row of the form. */
type Market = { key: number; region: string; language: string }

type VariantsDialogProps = { ids: readonly string[]; onDone(): void; onClose(): void }

/** Asks the selected prompts in other markets or as other personas. Shows the cost before anything is created. */
export function VariantsDialog({ ids, onDone, onClose }: VariantsDialogProps) {
  const { brand } = useBrand()
  const [personas, setPersonas] = useState<readonly string[]>([])
  const [markets, setMarkets] = useState<readonly Market[]>([{ key: 0, region: '', language: '' }])
  const body = {
    brand_id: brand.id,
    prompt_ids: [...ids],
    persona_ids: personas.map((id) => (id === 'none' ? null : id)),
    markets: markets.flatMap(({ region, language }) =>
      region === '' && language === '' ? [] : [{ region: region || null, language: language || null }],
    ),
  }
  const isEmpty = body.persona_ids.length + body.markets.length === 0
  const preview = useQuery({
    queryKey: ['POST /api/prompts/variants/preview', body],
    queryFn: () => api('POST /api/prompts/variants/preview', { body }),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  })
  const create = useChange(() => api('POST /api/prompts/variants', { body }), promptAddresses, onDone)
  const shown = isEmpty ? undefined : preview.data
  return (
    <Dialog title={t('prompts.variants.title', { count: ids.length })} onClose={onClose}>
      <div className="space-y-5">
        <p className="text-sm text-muted">{t('prompts.variants.lead')}</p>
        <MarketFields markets={markets} onChange={setMarkets} />
        <PersonaFields chosen={personas} onChange={setPersonas} />
        <PreviewText preview={shown} />
        <ErrorNotice error={create.error ?? (isEmpty ? null : preview.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('prompts.variants.cancel')}</Button>
          <Button
            look="primary"
            busy={create.isPending}
            disabled={!shown?.created || preview.isPlaceholderData}
            onClick={() => create.mutate(undefined)}
          >
            {t('prompts.variants.create', { count: shown?.created ?? 0 })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type MarketFieldsProps = { markets: readonly Market[]; onChange(markets: readonly Market[]): void }

function MarketFields({ markets, onChange }: MarketFieldsProps) {
  const choices = useMemo(() => ({ countries: countries(), languages: listLanguages() }), [])
  const set = (key: number, change: Partial<Market>) =>
    onChange(markets.map((market) => (market.key === key ? { ...market, ...change } : market)))
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1 text-sm font-medium">{t('prompts.groups.by.market')}</legend>
      {markets.map(({ key, region, language }) => (
        <div key={key} className="flex items-center gap-2">
          <Select
            aria-label={t('brands.location.region')}
            value={region}
            onChange={({ target }) => set(key, { region: target.value })}
            isWide
          >
            <option value="">{t('brands.location.noRegion')}</option>
            <Options of={choices.countries.map(({ code, name }) => [code, name])} />
          </Select>
          <Select
            aria-label={t('brands.location.language')}
            value={language}
            onChange={({ target }) => set(key, { language: target.value })}
            isWide
          >
            <option value="">{t('brands.location.anyLanguage')}</option>
            <Options of={choices.languages.map(({ code, name }) => [code, name])} />
          </Select>
          <IconButton
            label={t('prompts.variants.removeMarket')}
            onClick={() => onChange(markets.filter((market) => market.key !== key))}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        onClick={() =>
          onChange([
            ...markets,
            { key: Math.max(0, ...markets.map(({ key }) => key)) + 1, region: '', language: '' },
          ])
        }
      >
        <Plus aria-hidden className="size-4" />
        {t('prompts.variants.addMarket')}
      </Button>
    </fieldset>
  )
}

type PersonaFieldsProps = { chosen: readonly string[]; onChange(chosen: readonly string[]): void }

function PersonaFields({ chosen, onChange }: PersonaFieldsProps) {
  const { slug } = useBrand()
  const { data } = useQuery(personasQuery(slug))
  if (!data) return null
  if (data.items.length === 0) return <p className="text-sm text-muted">{t('prompts.variants.noPersonas')}</p>
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('prompts.groups.by.persona')}</legend>
      {[...data.items, { id: 'none', name: t('brands.filters.noPersona') }].map(({ id, name }) => (
        <label key={id} className="flex items-center gap-2.5 py-1 text-sm">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
            className="size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
        </label>
      ))}
      <p className="mt-1 text-xs text-muted">{t('prompts.personas.searchBox')}</p>
    </fieldset>
  )
}

/** What would be created, and the cost per month unless answers are free. */
function PreviewText({ preview }: { preview: Preview | undefined }) {
  if (!preview) return <p className="min-h-10 text-sm text-muted">{t('prompts.variants.choose')}</p>
  const { created, skipped_duplicates, skipped_without_platform, skipped_follow_ups } = preview
  const { cost_micros, queries, unserved } = preview
  return (
    <div role="status" className="min-h-10 space-y-1 text-sm">
      <p>
        <strong className="font-semibold">{t('prompts.importPreview.created', { count: created })}</strong>{' '}
        {skipped_duplicates > 0 && t('prompts.variants.duplicates', { count: skipped_duplicates })}{' '}
        {skipped_without_platform > 0 &&
          t('prompts.variants.withoutPlatform', { count: skipped_without_platform })}{' '}
        {skipped_follow_ups > 0 && t('prompts.variants.followUps', { count: skipped_follow_ups })}{' '}
        {cost_micros > 0
          ? t('prompts.importPreview.cost', { cost: formatCost(cost_micros), queries })
          : queries > 0 && t('prompts.variants.queries', { queries })}
      </p>
      {unserved.map(({ platform, region }) => (
        <p key={`${platform} ${region}`} className="text-caution">
          {t('prompts.variants.unserved', {
            platform: platformLabels[platform],
            country: regionName(region),
          })}
        </p>
      ))}
    </div>
  )
}
