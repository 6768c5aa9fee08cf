import { addressOf } from '#app/target-address.ts'
import { renderParts, type RenderedMail } from './mail.ts'
import { noticeOf } from './registry.ts'
import { TOPICS, topicOf } from './topics.ts'

type Site = { baseUrl: string; brandName: string }

/** What the list of notifications shows of an event, and where it leads. Throws for a payload of another shape. */
export function renderInApp(event: string, stored: unknown): { heading: string; body: string; path: string } {
  const notice = noticeOf(event)
  const payload = notice.payload.parse(stored)
  const { heading } = notice
  return {
    heading: typeof heading === 'string' ? heading : heading(payload),
    body: notice.inApp(payload),
    path: addressOf(notice.link.to(payload)),
  }
}

/** The mail of an event. One that can be switched off says where. Throws for a payload of another shape. */
export function renderNoticeMail(event: string, stored: unknown, { baseUrl, brandName }: Site): RenderedMail {
  const notice = noticeOf(event)
  const payload = notice.payload.parse(stored)
  const { heading, path } = renderInApp(event, stored)
  const { label } = notice.link
  const topic = topicOf(notice.preference)
  const parts = [
    ...(notice.mail?.(payload) ?? []),
    label === null
      ? null
      : ({
          kind: 'link',
          label: typeof label === 'string' ? label : label(payload),
          address: `${baseUrl}${path}`,
        } as const),
    notice.after ?? null,
    topic === null || TOPICS[topic].always.includes('email')
      ? null
      : ({
          kind: 'link',
          label: 'Choose which mails you get',
          address: baseUrl + addressOf({ kind: 'notification_choices' }),
        } as const),
  ]
  return renderParts({ subject: notice.subject, heading, parts }, brandName)
}
