// Tells the server which page was opened and where its reader came from. No cookie, nothing kept.
;(() => {
  try {
    var d = document
    var n = navigator
    var s = d.currentScript || d.querySelector('script[data-code],script[src*="/t.js?code="]')
    var at = new URL(s.src)
    var code = s.getAttribute('data-code') || at.searchParams.get('code')
    if (!code || n.webdriver || n.doNotTrack == 1 || n.globalPrivacyControl) return
    at = at.href.replace(/t\.js.*/, 'track/' + code)
    var from = d.referrer
    var seen
    function send() {
      try {
        var u = location.href.split('#')[0]
        if (u == seen) return
        var b = { u: u, r: from, l: n.language, w: screen.width }
        // Within the site the address may still carry what brought the reader here: that counted once.
        if (seen) b.s = ''
        from = seen = u
        b = JSON.stringify(b)
        if (!n.sendBeacon || !n.sendBeacon(at, b))
          fetch(at, { method: 'POST', body: b, keepalive: true, mode: 'no-cors' }).catch(() => {})
      } catch (e) {}
    }
    ;['pushState', 'replaceState'].forEach((k) => {
      var f = history[k]
      history[k] = function () {
        f.apply(this, arguments)
        send()
      }
    })
    addEventListener('popstate', send)
    if (d.prerendering) d.addEventListener('prerenderingchange', send)
    else send()
  } catch (e) {}
})()
