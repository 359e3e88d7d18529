/** The posts of a forum thread, in order. A page has a thread if at least two elements look like posts. */
import { parseDay } from './page-dates.ts'

export type Post = { author: string; day: string | null }

export function findPosts(document: Document): Post[] {
  const elements = [...document.querySelectorAll(postElements)].slice(0, 1_000)
  // Comments of readers below an article are not a thread.
  if (elements.length < 2 || elements.some((element) => element.closest('[id*=comment], [class~=comments]')))
    return []
  return elements.flatMap((element) => {
    const author = element.querySelector(userElements)?.textContent?.replace(/\s+/g, ' ').trim() ?? ''
    const time = element.querySelector('time')
    const day = parseDay(time?.getAttribute('datetime') ?? time?.textContent ?? '')
    return author === '' ? [] : [{ author, day }]
  })
}

const postElements =
  'article.post, div.post, li.post, .forum-post, .topic-post, .message--post, [itemtype$="/DiscussionForumPosting"], [itemtype$="/Answer"], [itemtype$="/Question"]'
const userElements = '.user, .username, .author, .poster, [itemprop=author], [rel~=author]'
