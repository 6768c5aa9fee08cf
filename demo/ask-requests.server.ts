import { findPerson } from '#app/domain/identity/find-person.server.ts'
import type { Person } from '#app/domain/identity/actor.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { addMedium } from '#app/domain/requests/add-media.server.ts'
import { askRequest } from '#app/domain/requests/ask-request.server.ts'
import { changePrice } from '#app/domain/requests/change-price.server.ts'
import { declineRequest } from '#app/domain/requests/decline-request.server.ts'
import { deliverRequest } from '#app/domain/requests/deliver-request.server.ts'
import { endDueRequests } from '#app/domain/requests/end-due-requests.server.ts'
import type { RequestKind } from '#app/domain/requests/request.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { withdrawRequest } from '#app/domain/requests/withdraw-request.server.ts'
import { addDays, now, setClockAdvance } from '#app/platform/clock.ts'
import { readClock } from '#app/platform/clock.server.ts'
import { db } from '#app/platform/db.server.ts'
import { composeArtwork } from './artwork/compose-artwork.ts'
import { rasterise } from './artwork/rasterise.server.ts'
import { DEMO_CREATORS, DEMO_DOMAIN } from './people.ts'

type Parties = { fan: Person; creator: Person }
type Asked = {
  kind: RequestKind
  words: string
  shillings: number
  wantedInDays: number
  /** Asked so long ago, for requests whose time is over. */
  daysAgo?: number
  next?: (parties: Parties, requestId: string) => Promise<unknown>
}

const SIZE = { width: 320, height: 400 }

/** One of each state, the oldest first. What is not answered and not delivered ends with the scheduled task. */
const ASKED: readonly Asked[] = [
  {
    kind: 'photo',
    words: 'You on stage in the red light, from the side.',
    shillings: 35_000,
    wantedInDays: 1,
    daysAgo: 4,
    next: ({ creator }, requestId) => acceptRequest(creator, requestId),
  },
  { kind: 'video', words: 'Ten seconds of your favorite song.', shillings: 80_000, wantedInDays: 6, daysAgo: 3 },
  {
    kind: 'voice',
    words: 'The second verse in both languages, slowly.',
    shillings: 100_000,
    wantedInDays: 5,
    next: ({ creator }, requestId) => declineRequest(creator, requestId),
  },
  {
    kind: 'photo',
    words: 'Your guitar, and you reading beside it.',
    shillings: 30_000,
    wantedInDays: 3,
    next: ({ fan }, requestId) => withdrawRequest(fan, requestId),
  },
  {
    kind: 'photo',
    words: 'A picture of the lake at sunset, with you in it.',
    shillings: 40_000,
    wantedInDays: 4,
    next: deliverPhoto,
  },
  {
    kind: 'video',
    words: 'Wish my sister Joan luck for her exams. She is nineteen and loves your Friday set.',
    shillings: 80_000,
    wantedInDays: 5,
    next: ({ creator }, requestId) => acceptRequest(creator, requestId),
  },
  {
    kind: 'photo',
    words: 'You in the yellow dress, by the lake.',
    shillings: 30_000,
    wantedInDays: 7,
    next: ({ creator }, requestId) => changePrice(creator, requestId, ugx(45_000).amountMinor),
  },
  {
    kind: 'voice',
    words: 'A happy birthday for my brother Ivan, he turns 30 on Thursday. Say it like you open your Friday set.',
    shillings: 75_000,
    wantedInDays: 2,
  },
]

/** Brian's custom requests to Amina, made by the product's own commands. The same form twice is one request. */
export async function askRequests(ids: ReadonlyMap<string, string>): Promise<void> {
  const fan = (await findPerson(ids.get(`brian@${DEMO_DOMAIN}`)!))!
  const creator = (await findPerson(ids.get(`amina@${DEMO_DOMAIN}`)!))!
  for (const [index, asked] of ASKED.entries()) await askOnce({ fan, creator }, asked, `demo request ${index}`)
  await endDueRequests()
}

async function askOnce(parties: Parties, asked: Asked, attempt: string): Promise<void> {
  const known = await db
    .selectFrom('custom_requests')
    .select('id')
    .where('fan_id', '=', parties.fan.id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  if (known) return
  const advanced = now().getTime() - Date.now()
  if (asked.daysAgo) setClockAdvance(advanced - asked.daysAgo * 86_400_000)
  try {
    const sent = await askRequest(parties.fan, {
      creatorId: parties.creator.id,
      kind: asked.kind,
      words: asked.words,
      wantedBy: kampalaDay(addDays(now(), asked.wantedInDays)),
      priceMinor: ugx(asked.shillings).amountMinor,
      attempt,
    })
    if (!sent.ok) throw new Error(`a request of the demo data was refused: ${sent.refusal.kind}`)
    await asked.next?.(parties, sent.value.requestId)
  } finally {
    await readClock()
  }
}

async function deliverPhoto({ creator }: Parties, requestId: string): Promise<void> {
  const { motif, palette } = DEMO_CREATORS[0]!.recipe
  const artwork = composeArtwork({ seed: 'the lake at sunset', motif, palette, ...SIZE })
  const stored = await storePhoto(
    { ownerId: creator.id, purpose: 'post', bytes: await rasterise(artwork, SIZE) },
    { queue: false },
  )
  if (!stored.ok) throw new Error(`a picture of the demo data was refused: ${stored.refusal.kind}`)
  await makeRenditions(stored.value.mediaId)
  await acceptRequest(creator, requestId)
  await addMedium(creator, requestId, stored.value.mediaId)
  const delivered = await deliverRequest(creator, requestId)
  if (!delivered.ok) throw new Error(`a request of the demo data was not delivered: ${delivered.refusal.kind}`)
}
