/** The types of the OpenAPI document, as far as this service uses them. */
import type { Access } from '../../core/context.ts'
import type { Schema } from '../json-schemas.ts'

export type Ref = { $ref: string }

export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type Media = { schema: Schema; example?: unknown }
export type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
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
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, Media> }
  /** By status, or `default`. */
  responses: Record<string, Response | Ref>
  /** The access that the caller's role must grant. */
  'x-access': Access
}

export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  /** Tags by authentication, in display order. */
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}
