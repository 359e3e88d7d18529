import { afterAll } from 'vitest'
import { clearLeftovers } from './leftovers.ts'

afterAll(clearLeftovers)
