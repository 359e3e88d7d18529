import { z } from 'zod'
import { type Brand, brandFrom } from '../brands/brands.ts'
import { Uuid } from '../core/ids.ts'
import { pageQuery, pageSchema } from '../core/paging.ts'
import { csvRoutes } from '../http/csv.ts'
import { type Finder, NoContent, route } from '../http/route.ts'
import { ImportReport, importPrompts } from './import-prompts.ts'
import { promptList } from './prompt-list.ts'
import {
  changePrompt,
  createPrompt,
  deletePrompt,
  listPrompts,
  NewPrompt,
  PromptChange,
  PromptRecord,
  promptFrom,
  showPrompt,
} from './prompts.ts'
import {
  createTopic,
  deleteTopic,
  getTopic,
  NewTopic,
  pageOfTopics,
  renameTopic,
  showTopic,
  type Topic,
  TopicRecord,
} from './topics.ts'
import { promptVolumes } from './volumes/volume-list.ts'

const promptInPath = { params: { prompt: Uuid }, find: { at: promptFrom('prompt') } }
const brandInPath = { params: { brand: z.string() }, find: { brand: brandFrom('params', 'brand') } }
const topicInPath = {
  params: { brand: z.string(), id: Uuid },
  find: { brand: brandFrom('params', 'brand'), topic: topicFrom() },
}

/** The lists that programs read, for both surfaces and as CSV. */
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
    dependsOn: null,
    summary: 'List the prompts of a brand',
    query: { brand_id: Uuid, ...pageQuery },
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
    body: NewPrompt,
    find: { brand: brandFrom('body', 'brand_id') },
    returns: PromptRecord,
    status: 201,
    run: async (ctx, { found, body: { brand_id: _, ...input } }) =>
      showPrompt(await createPrompt(ctx, found.brand, input)),
  }),
  'POST /api/prompts/import': route({
    access: 'write',
    summary: 'Import prompts',
    description:
      'One prompt per line (text/plain), or CSV with a header line that has a column "text" and any of topic, category, region, language, platforms.',
    query: { brand_id: Uuid },
    find: { brand: brandFrom('query', 'brand_id') },
    body: z.string(),
    maxBodyBytes: 5 * 1024 * 1024,
    accepts: ['text/csv', 'text/plain'],
    returns: ImportReport,
    run: (ctx, { found, body, http }) =>
      importPrompts(ctx, found.brand, body, /^text\/csv\b/i.test(String(http.headers['content-type']))),
  }),
  'GET /api/prompts/:prompt': route({
    ...promptInPath,
    access: 'read',
    dependsOn: null,
    summary: 'Get a prompt',
    returns: PromptRecord,
    run: async (_ctx, { found }) => showPrompt(found.at.prompt),
  }),
  'PATCH /api/prompts/:prompt': route({
    ...promptInPath,
    access: 'write',
    summary: 'Change a prompt',
    description:
      'A changed text, region or language is a new question: when the prompt has answers they stay with the old wording, and the record returned has a new id.',
    body: PromptChange,
    returns: PromptRecord,
    run: async (ctx, { found, body }) =>
      showPrompt(await changePrompt(ctx, found.at.brand, found.at.prompt, body)),
  }),
  'DELETE /api/prompts/:prompt': route({
    ...promptInPath,
    access: 'write',
    summary: 'Delete a prompt; its answers stay part of history',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deletePrompt(ctx, found.at.prompt),
  }),
  'GET /api/brands/:brand/topics': route({
    ...brandInPath,
    access: 'read',
    dependsOn: null,
    summary: 'List topics',
    query: pageQuery,
    returns: pageSchema(TopicRecord),
    run: async (ctx, { found, query }) => {
      const page = await pageOfTopics(ctx, found.brand.id, query)
      return { ...page, items: page.items.map(showTopic) }
    },
  }),
  'POST /api/brands/:brand/topics': route({
    ...brandInPath,
    access: 'write',
    summary: 'Add a topic',
    body: NewTopic,
    returns: TopicRecord,
    status: 201,
    run: async (ctx, { found, body }) => showTopic(await createTopic(ctx, found.brand.id, body)),
  }),
  'PATCH /api/brands/:brand/topics/:id': route({
    ...topicInPath,
    access: 'write',
    summary: 'Rename a topic',
    body: NewTopic,
    returns: TopicRecord,
    run: async (ctx, { found, body }) => showTopic(await renameTopic(ctx, found.topic, body)),
  }),
  'DELETE /api/brands/:brand/topics/:id': route({
    ...topicInPath,
    access: 'write',
    summary: 'Delete a topic; its prompts stay',
    returns: NoContent,
    status: 204,
    run: (ctx, { found }) => deleteTopic(ctx, found.topic),
  }),
}

function topicFrom(): Finder<Topic> {
  return {
    in: 'params',
    name: 'id',
    form: Uuid,
    load: (ctx, id, found: { brand?: Brand }) => {
      if (!found.brand) throw new Error('A topic is looked up within a brand')
      return getTopic(ctx, found.brand.id, String(id))
    },
  }
}
