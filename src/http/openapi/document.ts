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
  /** Of a list: its values between commas. */
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
  /** Status, or `default` → what comes with it. */
  responses: Record<string, Response | Ref>
  /** What the caller's role must allow. */
  'x-access': Access
}

export type OpenApi = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  /** Tags by the proof their addresses take, in the order in which they are shown. */
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Partial<Record<Verb, Operation>>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}
