// Reports each page view with its referrer. Sets no cookie and stores nothing in the browser, unless the tag has the attribute
// data-goals: then the first page of the session is in the storage of the tab, and window.ansight(name) reports an event.
;(() => {
  try {
    const d = document
    const n = navigator
    const s = d.currentScript || d.querySelector('script[data-code],script[src*="/t.js?code="]')
    const at = new URL(s.src)
    const code = s.getAttribute('data-code') || at.searchParams.get('code')
    if (!code || n.webdriver || n.doNotTrack === '1' || n.globalPrivacyControl) return
    const to = at.href.replace(/t\.js.*/, `track/${code}`)
    const goals = s.hasAttribute('data-goals') || at.searchParams.has('goals')
    let from = d.referrer
    let seen
    let first
    const getPage = () => location.href.split('#')[0]
    const post = (b) => {
      const body = JSON.stringify({ ...b, f: first })
      if (!n.sendBeacon?.(to, body))
        fetch(to, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => 0)
    }
    const findFirst = (u) => {
      try {
        const tab = sessionStorage
        const isEntry = from ? !from.startsWith(`${location.origin}/`) : /[?&]utm_source=/.test(u)
        if (isEntry || !tab.ansight) tab.ansight = JSON.stringify([u, from])
        first = JSON.parse(tab.ansight)
      } catch {
        // Without storage, only visits are counted.
      }
    }
    const send = () => {
      try {
        const u = getPage()
        if (u === seen) return
        if (goals && !seen) findFirst(u)
        const b = { u, r: from, l: n.language, w: screen.width }
        // The URL of a later page view can still contain utm_source, which has been counted already.
        if (seen) b.s = ''
        from = seen = u
        post(b)
      } catch {
        // An error of this script must not affect the page.
      }
    }
    if (goals)
      window.ansight = (g) => {
        try {
          post({ u: getPage(), r: '', g })
        } catch {
          // As in `send`.
        }
      }
    for (const k of ['pushState', 'replaceState']) {
      const f = history[k]
      history[k] = function (...a) {
        f.apply(this, a)
        send()
      }
    }
    addEventListener('popstate', send)
    if (d.prerendering) d.addEventListener('prerenderingchange', send)
    else send()
  } catch {
    // As in `send`.
  }
})()
