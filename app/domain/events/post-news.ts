import { z } from 'zod'
import { type Notice, recipient } from './event.ts'

const payload = z.object({ creator: recipient, postId: z.string(), message: z.string().optional() })
type PostNews = z.infer<typeof payload>

/** What the creator of a post is told about it. */
export function postNews(heading: string, inApp: (news: PostNews) => string): Notice<PostNews> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'News about what you sent us',
    heading,
    inApp,
    mail: (news) => [inApp(news), news.message ? `The reviewer wrote: ${news.message}` : null],
    link: { label: 'See your post', to: ({ postId }) => ({ kind: 'own_post', id: postId }) },
  }
}
