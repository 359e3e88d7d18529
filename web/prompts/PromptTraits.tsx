import { marketName } from '../brands/countries-and-languages.ts'
import { useBrand } from '../brands/useBrand.ts'

type PromptTraitsProps = {
  prompt: { persona_name: string | null; region: string | null; language: string | null }
}

/** What distinguishes a prompt from one with the same text: its persona, and its market unless it is the brand's. */
export function PromptTraits({ prompt: { persona_name, region, language } }: PromptTraitsProps) {
  const { brand } = useBrand()
  const isOtherMarket = (region ?? '') !== brand.region || language !== brand.language
  return (
    <>
      {persona_name && <span className="font-medium sm:truncate">{persona_name}</span>}
      {isOtherMarket && <span className="font-medium sm:truncate">{marketName(region, language)}</span>}
    </>
  )
}
