import { facts } from '#app/domain/events/event.ts'
import { type RenderedMail, renderParts } from '#app/domain/events/mail.ts'
import { type Topic, TOPIC_NAMES, TOPICS } from '#app/domain/events/topics.ts'
import { addressOf } from '#app/target-address.ts'

/** One mail about a day: how many of each kind, without names. `topics` has one entry for each event. */
export function renderDigest(
  topics: readonly Topic[],
  { baseUrl, brandName }: { baseUrl: string; brandName: string },
): RenderedMail {
  const counts = TOPIC_NAMES.map((name) => [name, topics.filter((topic) => topic === name).length] as const)
  return renderParts(
    {
      subject: 'Your daily summary',
      heading: `Since your last summary on ${brandName}`,
      parts: [
        facts(Object.fromEntries(counts.map(([name, count]) => [TOPICS[name].label, count === 0 ? null : `${count}`]))),
        { kind: 'link', label: 'See what is new', address: baseUrl + addressOf({ kind: 'notifications' }) },
        {
          kind: 'link',
          label: 'Choose which mails you get',
          address: baseUrl + addressOf({ kind: 'notification_choices' }),
        },
      ],
    },
    brandName,
  )
}
