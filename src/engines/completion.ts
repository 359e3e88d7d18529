/** Requests completions from the vendors' APIs. */
import type { Config } from '../core/config.ts'
import { namingSettings } from '../jobs/customer-message.ts'
import { type Message, message } from '../languages/message.ts'
import { malformedResponse, type VendorLabels } from './client/failures.ts'
import { postToEngine, startCall } from './client/request.ts'
import type { Completion, CompletionApi, CompletionFields, CompletionRequest } from './completion-api.ts'
import type { EngineFailure } from './engine.ts'
import { apiOptions } from './registry.ts'
import { type ApiName, apiVendorNamed } from './vendors.ts'

/** Returns the API of a vendor with its key, base URL and model from the settings. */
export function vendorCompletionApi(config: Config, name: ApiName): CompletionApi {
  const vendor = apiVendorNamed(name)
  // A vendor with several models uses the one for ChatGPT.
  return vendor.completion(apiOptions(config, vendor, 'chatgpt'))
}

/** Sends one request. Failures of the outside world are values. */
export async function requestCompletion(
  api: CompletionApi,
  request: CompletionRequest,
  fields: CompletionFields,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Completion | EngineFailure> {
  const call = startCall(api.labels, { timeoutMs, pricing: api.pricing }, { signal })
  const reply = await postToEngine(call, {
    url: api.url,
    headers: api.headers,
    body: api.body(request, fields),
  })
  const completion = 'outcome' in reply ? reply : api.parse(reply.body, call)
  return completion.outcome === 'failed' ? withoutSearchHint(completion, api.labels) : completion
}

export const malformedCompletion = ({ labels }: CompletionApi, reason: Message): EngineFailure =>
  malformedResponse(labels, reason)

/** Replaces the message of a rejected query, which mentions web search: a completion does not use it. */
function withoutSearchHint(
  failure: EngineFailure,
  { label, model, modelSetting }: VendorLabels,
): EngineFailure {
  const { kind, status } = failure
  if (kind !== 'rejected' || status === null || status < 400 || status === 404) return failure
  const text = namingSettings(
    message('engines.completion.labelRejectedTheRequestStatusStatus', {
      label,
      status,
      setting: modelSetting ?? '',
      model,
    }),
    message('engines.general.labelRejectedTheRequestStatusStatus', { label, status }),
  )
  return { ...failure, message: text }
}
