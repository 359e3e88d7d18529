import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { preferredLanguage } from '../languages/localized.ts'
import { formatMessage, message } from '../languages/message.ts'
import { escapeHtml } from '../mail/layout.ts'

/** The page for a request that is so wrong that the browser must not return to the app. */
export function renderAuthorizationError(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const language = preferredLanguage(ctx.get('accept-language'))
  const title = formatMessage(message('oauth.error.title'), language)
  const advice = formatMessage(message('oauth.error.advice'), language)
  const details = [out.error, out.error_description].filter((part) => part !== undefined).join(': ')
  ctx.type = 'html'
  ctx.body = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(advice)}</p>
<p><code>${escapeHtml(details)}</code></p>
</body>
</html>
`
}
