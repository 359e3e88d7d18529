import { Link } from '@tanstack/react-router'
import { useBrand } from '../brands/useBrand.ts'

type PromptLinkProps = { prompt: { prompt_id: string; prompt_text: string } }

/** The text of a prompt, with a link to its page under the current filters. */
export function PromptLink({ prompt: { prompt_id, prompt_text } }: PromptLinkProps) {
  const { slug, filter } = useBrand()
  return (
    <Link
      to="/dashboard/brands/$slug/prompts/$id"
      params={{ slug, id: prompt_id }}
      search={filter}
      className="font-medium hover:underline [overflow-wrap:anywhere]"
    >
      {prompt_text}
    </Link>
  )
}
