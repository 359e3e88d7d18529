import { expect, test } from 'vitest'
import {
  getSignatureBase,
  getThumbprint,
  isSignedBy,
  parseDictionary,
  readSignature,
  type SignedMessage,
} from './http-signature.ts'

/** test-key-ed25519 of RFC 9421, appendix B.1.4. */
const x = 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'

const message = (headers: Record<string, string>, authority = 'example.com'): SignedMessage => ({
  authority,
  method: 'POST',
  target: '/foo?param=Value&Pet=dog',
  headers: new Map(Object.entries(headers)),
})

test('rebuilds and verifies the Ed25519 example of RFC 9421 (appendix B.2.6)', () => {
  const input =
    'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"'
  const signature = 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw=='
  const signed = message({
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-length': '18',
  })
  const member = parseDictionary(input)?.get('sig-b26')
  const base = (member && getSignatureBase(signed, member)) ?? ''
  expect(base.split('\n')).toEqual([
    '"date": Tue, 20 Apr 2021 02:07:55 GMT',
    '"@method": POST',
    '"@path": /foo',
    '"@authority": example.com',
    '"content-type": application/json',
    '"content-length": 18',
    '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  ])
  expect(isSignedBy({ base, signature }, x)).toBe(true)
  expect(isSignedBy({ base: `${base} `, signature }, x)).toBe(false)
})

/** Test vectors of the drafts: github.com/cloudflare/web-bot-auth, web_bot_auth_architecture_v1.json and _v2.json. */
const asString = {
  'signature-agent': '"https://signature-agent.test"',
  'signature-input': `sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"`,
  signature:
    'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
}
const asDictionary = {
  'signature-agent': 'agent2="https://signature-agent.test"',
  'signature-input':
    'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"',
  signature:
    'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
}

test.each([
  ['a string', asString, 1735693200],
  ['a dictionary', asDictionary, 4889289600],
])('verifies the test vector of the draft with Signature-Agent as %s', (_form, headers, expires) => {
  const signature = readSignature(message(headers))
  expect(signature).toMatchObject({
    host: 'signature-agent.test',
    keyId: getThumbprint(x),
    created: 1735689600,
    expires,
  })
  expect(signature && isSignedBy(signature, x)).toBe(true)
  const other = readSignature(message(headers, 'shop.example.com'))
  expect(other && isSignedBy(other, x)).toBe(false)
})

test.each<[string, Record<string, string>]>([
  ['another tag', { 'signature-input': asDictionary['signature-input'].replace('web-bot-auth', 'other') }],
  [
    'another algorithm',
    { 'signature-input': asDictionary['signature-input'].replace('ed25519', 'rsa-v1_5-sha256') },
  ],
  ['no end', { 'signature-input': asDictionary['signature-input'].replace(/expires=\d+;/, '') }],
  ['no authority', { 'signature-input': asDictionary['signature-input'].replace('"@authority" ', '') }],
  [
    'a part that logs do not contain',
    { 'signature-input': asDictionary['signature-input'].replace('"@authority"', '"@authority" "cookie"') },
  ],
  ['another label', { signature: asDictionary.signature.replace('sig2', 'sig1') }],
  ['a short signature', { signature: 'sig2=:AAAA:' }],
  ['an agent without https', { 'signature-agent': 'agent2="http://signature-agent.test"' }],
  [
    'an agent with another discovery',
    { 'signature-agent': 'agent2="https://signature-agent.test/keys";type=jwks_uri' },
  ],
  ['no member of the name', { 'signature-agent': 'agent1="https://signature-agent.test"' }],
  ['no structured field', { 'signature-input': 'sig2=(@authority' }],
  ['a header of a megabyte', { 'signature-input': `sig2=(${'"a" '.repeat(300_000)})` }],
])('a signature with %s is not read', (_what, change) => {
  expect(readSignature(message({ ...asDictionary, ...change }))).toBeNull()
})
