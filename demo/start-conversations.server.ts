import { markRead } from '#app/domain/chat/read-thread.server.ts'
import { sendMessage } from '#app/domain/chat/send-message.server.ts'
import { findPerson } from '#app/domain/identity/find-person.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { USUAL_RATES } from '#app/domain/settings/constants.ts'
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

/** Conversations of the demo, by the commands that people use. Sent again, a message stays one. */
export async function startConversations(ids: ReadonlyMap<string, string>): Promise<void> {
  for (const [nth, { fan: fanName, creator: creatorName, lines, read }] of CONVERSATIONS.entries()) {
    const [fan, creator] = [await personOf(ids, fanName), await personOf(ids, creatorName)]
    let last = { threadId: '', seq: 0n }
    for (const [place, [side, text]] of lines.entries()) {
      const sent = await sendMessage(side === 'fan' ? fan : creator, {
        to: side === 'fan' ? { creatorId: creator.id } : { threadId: last.threadId },
        text,
        clientId: `00000000-0000-7000-8000-00000000${nth}${String(place).padStart(3, '0')}`,
        shownMinor: USUAL_RATES.messageMinor,
        confirmed: true,
      })
      if (!sent.ok) throw new Error(`the demo's message "${text}" was refused: ${sent.refusal.kind}`)
      last = sent.value
    }
    await markRead(creator, last.threadId, last.seq)
    if (read) await markRead(fan, last.threadId, last.seq)
  }
}

async function personOf(ids: ReadonlyMap<string, string>, name: string): Promise<Person> {
  const person = await findPerson(ids.get(`${name}@${DEMO_DOMAIN}`) ?? '')
  if (!person) throw new Error(`the demo has no ${name}`)
  return person
}
