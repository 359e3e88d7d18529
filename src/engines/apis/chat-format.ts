/** Completions in OpenAI's chat format, which Perplexity, OpenRouter and most self-hosted servers share. */

import type { VendorLabels } from '../client/failures.ts'
import { type ApiOptions, bearer, withoutTrailingSlash } from '../client/request.ts'
import type { CompletionApi, CompletionFields, CompletionRequest } from '../completion-api.ts'

/** Creates the completion API of a vendor with the chat format. `extra` fields are sent with every request. */
export const chatCompletion =
  (parse: CompletionApi['parse'], extra: object = {}) =>
  (options: ApiOptions, labels: VendorLabels): CompletionApi => ({
    labels,
    url: `${withoutTrailingSlash(options.baseUrl)}/chat/completions`,
    headers: bearer(options),
    body: (request, fields) => ({
      model: options.model,
      messages: systemAndUser(request),
      stream: false,
      ...extra,
      ...zeroTemperature(fields),
      ...(fields.schema && {
        response_format: { type: 'json_schema', json_schema: { strict: true, ...namedSchema(request) } },
      }),
    }),
    parse,
  })

export const systemAndUser = ({ system, user }: CompletionRequest) => [
  { role: 'system', content: system },
  { role: 'user', content: user },
]

export const namedSchema = ({ name, schema }: CompletionRequest) => ({ name, schema })

export const zeroTemperature = ({ temperature }: CompletionFields) => (temperature ? { temperature: 0 } : {})
