import { z } from 'zod'
import { type Notice, recipient } from './event.ts'

const payload = z.object({
  creator: recipient,
  postId: z.string(),
  title: z.string().optional(),
  message: z.string().optional(),
  sold: z.boolean().optional(),
})
type PostNews = z.infer<typeof payload>

/** What the creator of a post is told about it. The list names the post, so that several lines can be told apart; mails don't quote it. */
export function postNews(heading: string, inApp: (news: PostNews) => string): Notice<PostNews> {
  return {
    payload,
    to: ({ creator }) => [creator],
    preference: 'review_result',
    subject: 'News about what you sent us',
    heading,
    inApp: (news) => (news.title ? `“${news.title}”: ${inApp(news)}` : inApp(news)),
    mail: (news) => [inApp(news), news.message ? `The reviewer wrote: ${news.message}` : null],
    link: { label: 'See your post', to: ({ postId }) => ({ kind: 'own_post', id: postId }) },
  }
}
