// Reports each page view with its referrer. Sets no cookie and stores nothing in the browser.
;(() => {
  try {
    const d = document
    const n = navigator
    const s = d.currentScript || d.querySelector('script[data-code],script[src*="/t.js?code="]')
    const at = new URL(s.src)
    const code = s.getAttribute('data-code') || at.searchParams.get('code')
    if (!code || n.webdriver || n.doNotTrack === '1' || n.globalPrivacyControl) return
    const to = at.href.replace(/t\.js.*/, `track/${code}`)
    let from = d.referrer
    let seen
    const send = () => {
      try {
        const u = location.href.split('#')[0]
        if (u === seen) return
        const b = { u, r: from, l: n.language, w: screen.width }
        // The URL of a later page view can still contain utm_source, which has been counted already.
        if (seen) b.s = ''
        from = seen = u
        const body = JSON.stringify(b)
        if (!n.sendBeacon?.(to, body))
          fetch(to, { method: 'POST', body, keepalive: true, mode: 'no-cors' }).catch(() => 0)
      } catch {
        // An error of this script must not affect the page.
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
