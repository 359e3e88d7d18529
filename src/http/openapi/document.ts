/** The types of the OpenAPI document, as far as this service uses them. */
import type { Scope } from '../../../vocabulary/accounts.ts'
import type { Access } from '../../core/context.ts'
import type { Schema } from '../json-schemas.ts'

export type Ref = { $ref: string }

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type Media = { schema: Schema; example?: unknown }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  /** Lists are comma-separated. */
  style?: 'form'
  explode?: false
  schema: Schema
  example?: unknown
}

export type Response = {
  description: string
  headers?: Record<string, { description: string; schema: Schema }>
  content?: Record<string, Media>
}

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  /** References point to the components that several operations share. */
  parameters: (Parameter | Ref)[]
  requestBody?: { required: true; content: Record<string, Media> }
  /** By status, or `default`. */
  responses: Record<string, Response | Ref>
  /** The access that the caller's role must grant. */
  'x-access': Access
  /** The scope that an API key needs. */
  'x-scope'?: Scope
}

export type WebhookOperation = Omit<Operation, 'x-access' | 'x-scope'>

export type OpenApi = {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string; variables: Record<string, { default: string }> }[]
  tags: Tag[]
  /** Tags by authentication, in display order. */
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  webhooks: Record<string, { post: WebhookOperation }>
  components: {
    schemas: Record<string, Schema>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}

export type Tag = { name: string; description: string }

/** Returns the parameters of an operation without references. */
export const getParameters = ({ parameters }: Pick<Operation, 'parameters'>, { components }: OpenApi) =>
  parameters.map((parameter): Parameter => {
    if (!('$ref' in parameter)) return parameter
    const shared = components.parameters[nameIn(parameter)]
    if (!shared) throw new Error(`${parameter.$ref} has no definition`)
    return shared
  })

/** The name of a component in its reference. */
export const nameIn = ({ $ref }: Ref): string => $ref.replace(/^.*\//, '')
