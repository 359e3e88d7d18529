import { z } from 'zod'
import { brandFrom, brandInPath, rowInBrand } from '../brands/brands.ts'
import { BrandId } from '../core/fields.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { listRows } from '../core/rows-of-brand.ts'
import { csvRoutes } from '../http/csv.ts'
import { NoContent, route } from '../http/route.ts'
import { BulkChange, BulkDeletion, changePrompts, deletePrompts } from './bulk-prompts.ts'
import { changePrompt } from './change-prompt.ts'
import { Conversation, listConversation } from './follow-ups.ts'
import {
  ImportPreview,
  importPrompts,
  LayoutQuery,
  PromptImportReport,
  previewImport,
} from './import-prompts.ts'
import {
  changePersona,
  createPersona,
  deletePersona,
  listPersonas,
  NewPersona,
  PersonaPatch,
  PersonaRecord,
  showPersona,
  showPersonas,
} from './personas.ts'
import { NewPrompt, PromptPatch, PromptRecord } from './prompt-fields.ts'
import { promptList } from './prompt-list.ts'
import { createPrompt, deletePrompt, listPrompts, promptFrom, showPrompt } from './prompts.ts'
import { createTopic, deleteTopic, NewTopic, renameTopic, showTopic, TopicRecord } from './topics.ts'
import { volumeRoutes } from './volumes/routes.ts'
import { promptVolumes } from './volumes/volume-list.ts'

const promptInPath = {
  params: { prompt: Uuid.describe('Id of the prompt.') },
  find: { target: promptFrom() },
}
const topicInPath = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the topic.') },
  find: { ...brandInPath.find, topic: rowInBrand('topics') },
}

const personaInPath = {
  params: { ...brandInPath.params, id: Uuid.describe('Id of the persona.') },
  find: { ...brandInPath.find, persona: rowInBrand('personas') },
}

/** The lists that API clients and the dashboard share, also available as CSV. */
const promptLists = {
  'GET /api/mcp/prompts': promptList,
  'GET /api/metrics/prompts': promptList,
  'GET /api/mcp/prompt-volumes': promptVolumes,
  'GET /api/metrics/prompt-volumes': promptVolumes,
}

export const promptRoutes = {
  ...promptLists,
  ...csvRoutes(promptLists, { prompts: 'prompts', 'prompt-volumes': 'volumes' }),
  'GET /api/prompts': route({
    access: 'read',
    invalidatedBy: null,
    summary: 'List the prompts of a brand',
    description: 'In order of creation, including inactive ones.',
    query: { brand_id: BrandId, ...pageQuery },
    find: { brand: brandFrom('query', 'brand_id') },
    returns: pageSchema(PromptRecord),
    run: async (ctx, { found, query }) => {
      const page = await listPrompts(ctx, found.brand.id, query)
      return { ...page, items: page.items.map(showPrompt) }
    },
  }),
  'POST /api/prompts': route({
    access: 'write',
    summary: 'Add a prompt',
    description:
      'The next run queries it on all platforms of the brand. `branded` is derived from the text. With `follows`, it is a follow-up question, which runs ask after the answer to that prompt, on platforms whose API takes a conversation.',
    body: NewPrompt,
    find: { brand: brandFrom('body', 'brand_id') },
    errors: ['conflict', 'plan_limit'],
    returns: PromptRecord,
    status: 201,
    run: async (ctx, { found, body: { brand_id: _, ...input } }) =>
      showPrompt(await createPrompt(ctx, found.brand, input)),
  }),
  'POST /api/prompts/import': route({
    access: 'write',
    summary: 'Import prompts',
    description:
      'One prompt per line (text/plain), or CSV with a header line: the column `text` and optionally `topic`, `category`, `region`, `language`, `persona` (the name of an existing one), `platforms` and `tags` separated by `|` or `;`, and `follows_text`, the text of the prompt that a follow-up follows: in a line above, or of the brand, with the same region, language and persona. Duplicates are skipped.',
    query: { brand_id: BrandId, ...LayoutQuery },
    find: { brand: brandFrom('query', 'brand_id') },
    body: z.string(),
    maxBodyBytes: 5 * 1024 * 1024,
    accepts: ['text/csv', 'text/plain'],
    errors: ['plan_limit'],
    returns: PromptImportReport,
    run: (ctx, { found, query: { brand_id: _, ...given }, body: text, http }) => {
      const isCsv = /^text\/csv\b/i.test(String(http.headers['content-type']))
      return importPrompts(ctx, found.brand, { text, isCsv, given })
    },
  }),
  'POST /api/prompts/import/preview': route({
    access: 'write',
    summary: 'Preview an import of prompts',
    description:
      'Detects the format (one prompt per line, CSV or TSV), a header line and the contents of the columns, and returns what an import with `format`, `columns` and `header` would create. Creates nothing.',
    query: { brand_id: BrandId, ...LayoutQuery },
    find: { brand: brandFrom('query', 'brand_id') },
    body: z.string(),
    maxBodyBytes: 5 * 1024 * 1024,
    accepts: ['text/csv', 'text/plain'],
    returns: ImportPreview,
    run: (ctx, { found, query: { brand_id: _, ...given }, body: text }) =>
      previewImport(ctx, found.brand, { text, given }),
  }),
  'POST /api/prompts/bulk': route({
    access: 'write',
    summary: 'Update several prompts',
    description:
      'Sets the topic, adds and removes tags, and pauses or resumes the prompts. Changes none if one cannot be changed.',
    body: BulkChange,
    find: { brand: brandFrom('body', 'brand_id') },
    errors: ['plan_limit'],
    returns: z.object({ updated: z.number().int() }),
    run: async (ctx, { found, body }) => ({
      updated: await changePrompts(ctx, found.brand, body),
    }),
  }),
  'POST /api/prompts/bulk/delete': route({
    access: 'write',
    summary: 'Delete several prompts',
    description:
      'Deletes none if one cannot be deleted. Their follow-ups are deleted too. Their answers are kept and still count in metrics.',
    body: BulkDeletion,
    find: { brand: brandFrom('body', 'brand_id') },
    returns: z.object({ deleted: z.number().int() }),
    run: async (ctx, { found, body }) => ({
      deleted: await deletePrompts(ctx, found.brand, body.prompt_ids),
    }),
  }),
  'GET /api/prompts/:prompt': route({
    ...promptInPath,
    find: { target: promptFrom({ replaced: true }) },
    access: 'read',
    invalidatedBy: null,
    summary: 'Get a prompt',
    description:
      'Returns its text, topic, location and settings. A prompt that an edit has replaced names its successor in `replaced_by`.',
    returns: PromptRecord,
    run: async (_ctx, { found }) => showPrompt(found.target.prompt),
  }),
  'GET /api/prompts/:prompt/conversation': route({
    ...promptInPath,
    find: { target: promptFrom({ replaced: true }) },
    access: 'read',
    invalidatedBy: null,
    summary: 'Get the conversation of a prompt',
    description:
      'Returns the questions of the conversation that contains the prompt, first to last: one for a prompt without follow-ups.',
    returns: Conversation,
    run: async (ctx, { found }) => ({
      questions: (await listConversation(ctx, found.target.prompt)).map(({ id, text, is_active }) => ({
        prompt_id: id,
        prompt_text: text,
        is_active,
      })),
    }),
  }),
  'PATCH /api/prompts/:prompt': route({
    ...promptInPath,
    access: 'write',
    reads: 'metric',
    summary: 'Update a prompt',
    description:
      'Omitted fields keep their values. When the text, region, language or persona of a prompt with answers changes, the answers stay with the old prompt and the response is a new prompt with a new id. The old prompt then names it in `replaced_by`. Its follow-ups are replaced in the same way. Region, language, persona and platforms of a follow-up are those of the first question, and change with it.',
    body: PromptPatch,
    errors: ['conflict', 'plan_limit'],
    returns: PromptRecord,
    run: async (ctx, { found, body }) =>
      showPrompt(await changePrompt(ctx, found.target.brand, found.target.prompt, body)),
  }),
  'DELETE /api/prompts/:prompt': route({
    ...promptInPath,
    access: 'write',
    summary: 'Delete a prompt',
    description:
      'Runs no longer query it and its follow-ups, which are deleted too. Their answers are kept and still count in metrics.',
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deletePrompt(ctx, found.target.prompt),
  }),
  'GET /api/brands/:brand/topics': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List topics',
    description: 'Topics group the prompts of a brand. In order of creation.',
    query: pageQuery,
    returns: pageSchema(TopicRecord),
    run: async (ctx, { found, query }) => {
      const page = await listRows(ctx, 'topics', found.brand.id, query)
      return { ...page, items: page.items.map(showTopic) }
    },
  }),
  'POST /api/brands/:brand/topics': route({
    ...brandInPath,
    access: 'write',
    summary: 'Add a topic',
    description: 'Topic names are unique within a brand.',
    body: NewTopic,
    errors: ['conflict'],
    returns: TopicRecord,
    status: 201,
    run: async (ctx, { found, body }) => showTopic(await createTopic(ctx, found.brand.id, body)),
  }),
  'PATCH /api/brands/:brand/topics/:id': route({
    ...topicInPath,
    access: 'write',
    summary: 'Rename a topic',
    description: 'Its prompts and their answers keep the topic.',
    body: NewTopic,
    errors: ['conflict'],
    returns: TopicRecord,
    run: async (ctx, { found, body }) => showTopic(await renameTopic(ctx, found.topic, body)),
  }),
  'DELETE /api/brands/:brand/topics/:id': route({
    ...topicInPath,
    access: 'write',
    summary: 'Delete a topic',
    description: 'Its prompts are kept, without a topic.',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteTopic(ctx, found.topic),
  }),
  'GET /api/brands/:brand/personas': route({
    ...brandInPath,
    access: 'read',
    invalidatedBy: null,
    summary: 'List personas',
    description: 'Who asks the prompts of a brand. In order of creation; a brand has at most 20.',
    returns: z.object({ items: z.array(PersonaRecord) }),
    run: async (ctx, { found }) => ({
      items: await showPersonas(ctx, found.brand, await listPersonas(ctx, found.brand.id)),
    }),
  }),
  'POST /api/brands/:brand/personas': route({
    ...brandInPath,
    access: 'write',
    summary: 'Add a persona',
    description: 'Persona names are unique within a brand.',
    body: NewPersona,
    errors: ['conflict'],
    returns: PersonaRecord,
    status: 201,
    run: async (ctx, { found, body }) =>
      showPersona(ctx, found.brand, await createPersona(ctx, found.brand, body)),
  }),
  'PATCH /api/brands/:brand/personas/:id': route({
    ...personaInPath,
    access: 'write',
    reads: 'metric',
    summary: 'Update a persona',
    description:
      'The name can always change, the instruction only while no run has sent it: create another persona instead.',
    body: PersonaPatch,
    errors: ['conflict'],
    returns: PersonaRecord,
    run: async (ctx, { found, body }) =>
      showPersona(ctx, found.brand, await changePersona(ctx, found.brand, found.persona.id, body)),
  }),
  'DELETE /api/brands/:brand/personas/:id': route({
    ...personaInPath,
    access: 'write',
    reads: 'metric',
    summary: 'Delete a persona',
    description: 'Only while no prompt uses it, and no answer belongs to it.',
    errors: ['conflict'],
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deletePersona(ctx, found.brand, found.persona.id),
  }),
  ...volumeRoutes,
}
