import { redirect } from 'react-router'
import { z } from 'zod'
import { CHAT } from '#app/domain/chat/message.ts'
import type { MessageView } from '#app/domain/chat/messages.server.ts'
import { findThread, type ThreadView } from '#app/domain/chat/queries.server.ts'
import type { ThreadTip } from '#app/domain/chat/thread-tips.server.ts'
import { type SendRefusal, type Sent, sendMessage } from '#app/domain/chat/send-message.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { formatMoney } from '#app/domain/money/money.ts'
import { to } from '#app/links.ts'
import { showClock, showDate, showDay } from '#app/platform/dates.ts'
import { addDays, addMinutes, now } from '#app/platform/clock.ts'
import { parseForm } from '#app/web/forms.server.ts'
import { mediaLinksFor } from '#app/web/media-links.server.ts'
import { orNotFound } from '#app/web/not-found.server.ts'
import { type LineMedia, lineMediaOf, maySoonOpen } from './line-media.ts'

/** The thread of an address, for one of its two sides. Throws 404 for everybody else. */
export async function threadOf(person: Person, id: string): Promise<ThreadView> {
  const thread = orNotFound(await findThread(person, id.toLowerCase()))
  return thread
}

/** The same where something must have been written already. */
export async function writtenThreadOf(person: Person, id: string): Promise<ThreadView & { id: string }> {
  const thread = await threadOf(person, id)
  if (thread.id === null) throw redirect(to.chat(id), 303)
  return { ...thread, id: thread.id }
}

const Fields = z.object({
  text: z.string().default(''),
  client_id: z.string().max(60).default(''),
  shown: z
    .string()
    .regex(/^\d{1,12}$/)
    .optional(),
  agreed: z.literal('yes').optional(),
})

type Posted = { text: string } & (
  | { sent: Sent; refusal: null; thread: null }
  | { sent: null; refusal: SendRefusal; thread: ThreadView }
)

/** Sends the message of a posted form; where it is refused, with the thread. Null for a form that no page of ours has made. */
export async function sendPosted(request: Request, person: Person, address: string): Promise<Posted | null> {
  const form = await parseForm(request, Fields)
  if (!form.ok) return null
  const { text, client_id: clientId, shown, agreed } = form.value
  const message = { text, clientId, shownMinor: shown ? BigInt(shown) : null, confirmed: agreed === 'yes' }
  const id = address.toLowerCase()
  // Most are written in a thread, by its own address: the command looks it up by itself.
  const direct = await sendMessage(person, { ...message, to: { threadId: id } })
  if (direct.ok) return { sent: direct.value, refusal: null, thread: null, text }
  const thread = await threadOf(person, id)
  if (thread.id === id) return { sent: null, refusal: direct.refusal, thread, text }
  const to = thread.id ? { threadId: thread.id } : { creatorId: thread.facts.creatorId }
  const result = await sendMessage(person, { ...message, to })
  return result.ok
    ? { sent: result.value, refusal: null, thread: null, text }
    : { sent: null, refusal: result.refusal, thread, text }
}

/** What an open page keeps up to date beside the messages. */
export type OtherState = {
  otherReadSeq: number
  otherDeliveredSeq: number
  online: boolean
  /** In how many milliseconds they stop counting as online, if nothing more is heard of them. */
  onlineMs: number | null
  lastOnline: string | null
}

export function otherStateOf({ otherReadSeq, otherDeliveredSeq, other }: ThreadView): OtherState {
  const { online, onlineUntil, lastOnline } = other
  return {
    otherReadSeq: Number(otherReadSeq),
    otherDeliveredSeq: Number(otherDeliveredSeq),
    online,
    onlineMs: onlineUntil && Math.max(0, onlineUntil.getTime() - now().getTime()),
    lastOnline: online || !lastOnline ? null : momentOf(lastOnline),
  }
}

function momentOf(at: Date): string {
  const day = dayName(at)
  return day === 'Today' ? showClock(at) : day === 'Yesterday' ? `yesterday, ${showClock(at)}` : day
}

/** A message as the page and its script show it. Numbers of messages are small enough for JSON. */
export type MessageLine = {
  id: string
  seq: number
  body: string
  own: boolean
  /** Of an own message: the id that the page gave it. */
  clientId: string | null
  atMs: number
  day: string
  clock: string
  /** "+ UGX 4,000" for the creator who earned it. */
  earned: string | null
  media: LineMedia | null
  /** Its media may be unlocked while the page is open. */
  locked: boolean
}

/** What the fan has tipped, between the messages. */
export type TipLine = { id: string; text: string; words: string; atMs: number; day: string; clock: string }

export function tipLineOf({ id, amountMinor, message, at }: ThreadTip, { side, other }: ThreadView): TipLine {
  const sum = formatMoney({ amountMinor, currency: 'UGX' })
  const text = side === 'fan' ? `You tipped ${sum}` : `${other.name} tipped ${sum}`
  return { id, text, words: message, atMs: at.getTime(), day: dayName(at), clock: showClock(at) }
}

/** Makes the lines of a thread for a reader: with addresses of media that only they may open. */
export function linesFor(
  person: Person,
  { side, other, id, facts }: ThreadView,
): (message: MessageView) => MessageLine {
  const link = mediaLinksFor(person)
  return (message) => {
    const { own, at, netMinor, media } = message
    const from = own ? 'you' : other.name
    return {
      id: message.id,
      seq: Number(message.seq),
      body: message.body,
      own,
      clientId: message.clientId,
      atMs: at.getTime(),
      day: dayName(at),
      clock: showClock(at),
      earned:
        side === 'creator' && netMinor !== null ? `+ ${formatMoney({ amountMinor: netMinor, currency: 'UGX' })}` : null,
      media: media && lineMediaOf(message.id, media, { threadKey: id ?? facts.creatorId, from, own, link }),
      locked: maySoonOpen(media),
    }
  }
}

/** "Answer by Wed 25 Nov, 12:09", while a paid message waits. */
export function answerBy(waitsSince: Date | null): string | null {
  if (!waitsSince) return null
  const by = addMinutes(waitsSince, CHAT.answerHours * 60)
  return `Answer by ${showDay(by)}, ${showClock(by)}`
}

function dayName(at: Date): string {
  const [day, today] = [showDate(at), showDate(now())]
  if (day === today) return 'Today'
  return day === showDate(addDays(now(), -1)) ? 'Yesterday' : day
}
