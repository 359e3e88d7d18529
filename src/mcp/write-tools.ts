/**
 * The tools that are routes of the dashboard, because the API for programs has no endpoint for them: changes of prompts,
 * topics and opportunities, and runs. A tool calls the route itself, with its access, validation and audit entry.
 */

export type SharedTool = {
  name: string
  /** For an agent that chooses between tools. */
  whenToUse: string
  /** Names of arguments, by the name in the route. */
  names?: Readonly<Record<string, string>>
  /** The route that estimates the cost of the same request. */
  estimate?: string
  openWorld?: true
}

const dryRunFirst = 'With dry_run, it only checks the request and shows the result.'

/** By the key of the route. */
export const sharedTools: Readonly<Record<string, SharedTool>> = {
  'POST /api/prompts': {
    name: 'create_prompt',
    whenToUse: `Use it to track another question. Each run then pays for it on every platform. ${dryRunFirst}`,
  },
  'PATCH /api/prompts/:prompt': {
    name: 'update_prompt',
    whenToUse: `Use it to change the topic, tags, platforms or text of a prompt, or to pause it: set is_active to false. ${dryRunFirst}`,
    names: { prompt: 'prompt_id' },
  },
  'DELETE /api/prompts/:prompt': {
    name: 'delete_prompt',
    whenToUse: `Use it only when a person asked for it; to stop queries and keep the prompt, use update_prompt. ${dryRunFirst}`,
    names: { prompt: 'prompt_id' },
  },
  'POST /api/prompts/variants': {
    name: 'create_prompt_variants',
    whenToUse: `Use it to ask existing prompts in other countries, languages, or as personas of list_personas. Each run then pays for the new prompts. With dry_run, it checks the request and shows how many prompts it would create, and their cost per month.`,
    estimate: 'POST /api/prompts/variants/preview',
  },
  'GET /api/brands/:brand/personas': {
    name: 'list_personas',
    whenToUse:
      'Use it for the ids of personas that create_prompt, create_prompt_variants and the parameter persona_id of other tools take.',
    names: { brand: 'brand_id' },
  },
  'POST /api/brands/:brand/personas': {
    name: 'create_persona',
    whenToUse: `Use it to ask prompts from the point of view of a customer, such as the owner of a bakery. ${dryRunFirst}`,
    names: { brand: 'brand_id' },
  },
  'POST /api/brands/:brand/topics': {
    name: 'create_topic',
    whenToUse: `Use it before create_prompt, to group prompts. ${dryRunFirst}`,
    names: { brand: 'brand_id' },
  },
  'PATCH /api/brands/:brand/topics/:id': {
    name: 'update_topic',
    whenToUse: `Use it to rename a topic of list_topics. ${dryRunFirst}`,
    names: { brand: 'brand_id', id: 'topic_id' },
  },
  'DELETE /api/brands/:brand/topics/:id': {
    name: 'delete_topic',
    whenToUse: `Use it only when a person asked for it. ${dryRunFirst}`,
    names: { brand: 'brand_id', id: 'topic_id' },
  },
  'GET /api/brands/:brand/members': {
    name: 'list_brand_members',
    whenToUse: 'Use it to find the owner_id for update_content_opportunity.',
    names: { brand: 'brand_id' },
  },
  'PATCH /api/content/:id': {
    name: 'update_content_opportunity',
    whenToUse: `Use it to assign an opportunity to a member, set its due date, or write a comment; for the status use set_content_opportunity_status. ${dryRunFirst}`,
  },
  'POST /api/tracking/check': {
    name: 'start_run',
    whenToUse:
      'Use it to query the engines now, which costs money. With dry_run, it checks the request and estimates the cost. Above the limit of the installation, the first call starts nothing and returns the estimate with a confirmation: show the cost to the person, and repeat the call with this confirmation only if they agree.',
    names: { brandId: 'brand_id', promptIds: 'prompt_ids' },
    estimate: 'POST /api/tracking/estimate',
    openWorld: true,
  },
  'GET /api/tracking/job/:jobId': {
    name: 'get_run',
    whenToUse: 'Use it to follow a run of start_run until its status is completed, failed or cancelled.',
    names: { jobId: 'run_id' },
  },
  'DELETE /api/tracking/job/:jobId': {
    name: 'cancel_run',
    whenToUse: `Use it to stop a run of start_run; answers so far are kept. ${dryRunFirst}`,
    names: { jobId: 'run_id' },
  },
}
