import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { ugx } from '#app/domain/money/money.ts'
import { lastRunAt } from '#app/domain/payouts/friday.ts'
import { USUAL_RATES } from '#app/domain/settings/constants.ts'
import { walletBalance } from '#app/domain/wallet/queries.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { setClock } from '#app/platform/clock.server.ts'
import { db } from '#app/platform/db.server.ts'
import { RUN_MINUTES } from './play-history.server.ts'
import { topUp } from './fill-wallets.server.ts'
import { DEMO_DOMAIN } from './people.ts'

type Line = ['fan' | 'creator', string]

/** Who writes with whom, the oldest first. What the fan writes is paid from the fan's wallet. */
const CONVERSATIONS: readonly { fan: string; creator: string; lines: readonly Line[]; read: boolean }[] = [
  {
    fan: 'brian',
    creator: 'brenda',
    lines: [
      ['fan', 'Are you at the lake this weekend?'],
      ['creator', 'On Saturday, yes. I post from there.'],
      ['fan', 'See you on Saturday then'],
    ],
    read: true,
  },
  {
    fan: 'brian',
    creator: 'amina',
    lines: [
      ['fan', 'Loved the Friday set.'],
      ['creator', 'Thank you! The new one has a song in Luganda.'],
      ['creator', 'Tell me which one you want to hear next.'],
    ],
    read: false,
  },
]

/** What subscribers of Amina wrote since her last payout, the oldest first: some wait for her answer, and some she has not read. */
const LETTERS: readonly { hoursAgo: number; lines: readonly Line[]; read: boolean }[] = [
  {
    hoursAgo: 34,
    lines: [
      ['fan', 'Is there a class this month?'],
      ['creator', 'Yes, at the end of it. The post comes on Friday.'],
    ],
    read: true,
  },
  {
    hoursAgo: 31,
    lines: [
      ['fan', 'That turn at the end, how long did you practise it?'],
      ['creator', 'Three weeks and a sore knee.'],
      ['fan', 'Worth it.'],
    ],
    read: true,
  },
  { hoursAgo: 28, lines: [['fan', 'Could you post the slow version with the music?']], read: true },
  { hoursAgo: 25, lines: [['fan', 'My sister started to dance because of you.']], read: false },
  {
    hoursAgo: 22,
    lines: [
      ['fan', 'Which song is the last one?'],
      ['fan', 'I can\u2019t find it anywhere.'],
    ],
    read: false,
  },
]

/** Conversations of the demo, by the commands that people use. Sent again, a message stays one. */
export async function startConversations(ids: ReadonlyMap<string, string>): Promise<void> {
  for (const [nth, { fan: fanName, creator: creatorName, lines, read }] of CONVERSATIONS.entries()) {
    const [fan, creator] = [await personOf(ids, fanName), await personOf(ids, creatorName)]
    const last = await write(fan, creator, lines, `8000-00000000${nth}`)
    await markRead(creator, last.threadId, last.seq)
    if (read) await markRead(fan, last.threadId, last.seq)
  }
}

/**
 * Letters to Amina, under the clock of the hours in which they were written: after the history, which may have ended with a payout an hour ago.
 * What happens now comes after them.
 */
export async function writeLetters(ids: ReadonlyMap<string, string>): Promise<void> {
  const today = now()
  const sinceHistory = today.getTime() - addMinutes(lastRunAt(addMinutes(today, -RUN_MINUTES)), RUN_MINUTES).getTime()
  const share = Math.min(1, sinceHistory / (36 * 3_600_000))
  const amina = await personOf(ids, 'amina')
  const fans = await db
    .selectFrom('creator_subscriptions')
    .innerJoin('profiles', 'profiles.id', 'creator_subscriptions.user_id')
    .select(['profiles.id', 'profiles.email', 'profiles.display_name as name'])
    .where('creator_id', '=', amina.id)
    .where('ends_at', '>', today)
    .orderBy('ends_at')
    .limit(LETTERS.length)
    .execute()
  try {
    for (const [nth, { id, email, name }] of fans.entries()) {
      const { hoursAgo, lines, read } = LETTERS[nth]!
      await setClock(addMinutes(today, -60 * hoursAgo * share))
      if ((await walletBalance(id)).amountMinor < ugx(20_000).amountMinor)
        await topUp(
          { accountId: id, email, name: name ?? '' },
          { phone: `+25677299887${nth}`, shillings: 50_000, paidAt: now() },
        )
      const last = await write((await findPerson(id))!, amina, lines, `8001-00000000${nth}`)
      if (read) await markRead(amina, last.threadId, last.seq)
    }
  } finally {
    await setClock(null)
  }
}

async function write(fan: Person, creator: Person, lines: readonly Line[], id: string) {
  let last = { threadId: '', seq: 0n }
  for (const [place, [side, text]] of lines.entries()) {
    const sent = await sendMessage(side === 'fan' ? fan : creator, {
      to: side === 'fan' ? { creatorId: creator.id } : { threadId: last.threadId },
      text,
      clientId: `00000000-0000-7000-${id}${String(place).padStart(3, '0')}`,
      shownMinor: USUAL_RATES.messageMinor,
      confirmed: true,
    })
    if (!sent.ok) throw new Error(`the demo's message "${text}" was refused: ${sent.refusal.kind}`)
    last = sent.value
  }
  return last
}

async function personOf(ids: ReadonlyMap<string, string>, name: string): Promise<Person> {
  const person = await findPerson(ids.get(`${name}@${DEMO_DOMAIN}`) ?? '')
  if (!person) throw new Error(`the demo has no ${name}`)
  return person
}
