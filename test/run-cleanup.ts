import { afterAll } from 'vitest'
import { clearLeftovers } from './cleanup.ts'

afterAll(clearLeftovers)
