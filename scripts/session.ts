/** Calls the API as the dashboard does, with the cookies of a session, or with other headers. */

// biome-ignore lint/suspicious/noExplicitAny: scripts and benchmarks read fields that they expect
export type Call = (method: string, path: string, body?: unknown) => Promise<any>

/** `getUrl`: where the service is now. A call throws unless the status is a success. A text is sent as plain text. */
export function createSession(getUrl: () => string, headers: Record<string, string> = {}): Call {
  const cookies = new Map<string, string>()
  return async (method, path, body) => {
    const isText = typeof body === 'string'
    const response = await fetch(`${getUrl()}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
        ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isText ? body : JSON.stringify(body),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
