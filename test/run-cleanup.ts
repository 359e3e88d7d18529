import { afterAll } from 'vitest'
import { runCleanup } from './cleanup.ts'

afterAll(runCleanup)
