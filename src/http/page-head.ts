/**
 * The head of each page of the dashboard, as link previews and search engines see it: they do not run its scripts. A
 * page that requires authentication says nothing about its contents.
 */
import type { Language } from '../../vocabulary/languages.ts'

export type PageHead = {
  title: string
  /** Null for pages that link previews do not describe. */
  description: string | null
  /** Whether search engines may list the page. */
  isListed: boolean
}

export const pageHeads = {
  home: {
    title: 'Ansight · AI visibility of your brand',
    description:
      'See how often ChatGPT, Gemini, Perplexity and other AI engines mention and cite your brand, and how you compare with your competitors.',
    isListed: true,
  },
  signIn: {
    title: 'Sign in · Ansight',
    description: 'Sign in to see how AI engines mention and cite your brands.',
    isListed: true,
  },
  forgotPassword: { title: 'Set a new password · Ansight', description: null, isListed: false },
  // The address contains the token, and what the link is for is only loaded by its script.
  link: { title: 'Your account · Ansight', description: null, isListed: false },
  account: { title: 'Your account · Ansight', description: null, isListed: false },
  connectionCallback: { title: 'Connect · Ansight', description: null, isListed: false },
  ssoCallback: { title: 'Sign in · Ansight', description: null, isListed: false },
  // As for links: the organization is only loaded by its script.
  invitation: {
    title: 'Invitation · Ansight',
    description: 'Accept an invitation to join an organization on Ansight.',
    isListed: false,
  },
  confirmAddress: { title: 'Confirm your address · Ansight', description: null, isListed: false },
  unsubscribe: { title: 'Unsubscribe · Ansight', description: null, isListed: false },
  // A report is for those who have the link only, so that a preview of the link must not describe it.
  sharedReport: { title: 'Report', description: null, isListed: false },
  dashboard: { title: 'Ansight', description: null, isListed: false },
} as const satisfies Record<string, PageHead>

const placeholder = '<title>Ansight</title>'

/** Replaces the title of `web/index.html` with the title, description and preview of a page. */
export const withHead = (html: string, head: PageHead): string =>
  html.replace(placeholder, () => headElements(head).join('\n    '))

/** Writes the language of the page into it, where its scripts read it. Null leaves the language of the reader. */
export const withLanguage = (html: string, language: Language | null): string =>
  language === null
    ? html
    : html.replace('<html lang="en">', `<html lang="${language}" data-language="${language}">`)

/** Makes the relative URLs of `web/index.html` absolute, because the page is served for addresses of any depth. */
export const withBasePath = (html: string, basePath: string): string =>
  html
    .replace('<meta name="base-path" content=""', `<meta name="base-path" content="${escapeHtml(basePath)}"`)
    .replaceAll(/ (href|src)="\.\//g, ` $1="${escapeHtml(basePath)}/`)

function headElements({ title, description, isListed }: PageHead): string[] {
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(isListed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(description === null ? [] : previewElements(title, description)),
  ]
}

const previewElements = (title: string, description: string): string[] => [
  meta('name', 'description', description),
  meta('property', 'og:title', title),
  meta('property', 'og:description', description),
  meta('property', 'og:type', 'website'),
  meta('property', 'og:site_name', 'Ansight'),
  meta('name', 'twitter:card', 'summary'),
]

const meta = (attribute: 'name' | 'property', name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
