/**
 * Sends invented server logs to a log source, with faults:
 * `node scripts/launch.mjs simulator/send-logs.ts --to http://127.0.0.1:3000/api/logs --sender cloudflare --token …`.
 */
import { parseArgs } from 'node:util'
import { logSenders } from '../vocabulary/log-senders.ts'
import { logFaults, sendLogs, simulateRequests } from './log-senders.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'http://127.0.0.1:3000/api/logs' },
    sender: { type: 'string', default: 'cloudflare' },
    token: { type: 'string' },
    secret: { type: 'string' },
    requests: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'no-faults': { type: 'boolean', default: false },
  },
})
const sender = logSenders.find((each) => each === values.sender)
if (sender === undefined || values.token === undefined) {
  console.error(`Pass --token and one of --sender ${logSenders.join(', ')}.`)
  process.exit(1)
}
const requests = simulateRequests(
  Number(values.requests),
  new Date(Date.now() - 3_600_000),
  Number(values.seed),
)
const result = await sendLogs(requests, {
  sender,
  to: values.to,
  token: values.token,
  ...(values.secret !== undefined && { secret: values.secret }),
  faults: values['no-faults'] ? [] : logFaults,
})
console.log(JSON.stringify({ ...result, agents: requests.filter(({ isAgent }) => isAgent).length }))
