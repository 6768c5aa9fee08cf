import type { Person } from '#app/domain/identity/actor.ts'
import { ugx } from '#app/domain/money/money.ts'
import { acceptRequest } from '#app/domain/requests/accept-request.server.ts'
import { type Asked, askRequest } from '#app/domain/requests/ask-request.server.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken } from '#app/platform/secrets.server.ts'

type Owner = { query(text: string, values: unknown[]): Promise<unknown> }

/** A request for a photo within three days, for UGX 100,000, unless other options are given. */
export function anAsk(creator: Pick<Person, 'id'>, change: Partial<Asked> & { days?: number } = {}): Asked {
  const { days = 3, ...rest } = change
  return {
    creatorId: creator.id,
    kind: 'photo',
    words: 'You in the yellow dress, by the lake.',
    wantedBy: kampalaDay(addDays(now(), days)),
    priceMinor: ugx(100_000).amountMinor,
    attempt: randomToken(),
    ...rest,
  }
}

/** A request that was asked, with the sum held. Throws where it is refused. */
export async function asked(
  fan: Person,
  creator: Pick<Person, 'id'>,
  change: Partial<Asked> & { days?: number } = {},
): Promise<string> {
  const result = await askRequest(fan, anAsk(creator, change))
  if (!result.ok) throw new Error(`the request was refused: ${result.refusal.kind}`)
  return result.value.requestId
}

/** The same, accepted by its creator. */
export async function accepted(
  fan: Person,
  creator: Person,
  change: Partial<Asked> & { days?: number } = {},
): Promise<string> {
  const requestId = await asked(fan, creator, change)
  const answer = await acceptRequest(creator, requestId)
  if (!answer.ok) throw new Error(`the request could not be accepted: ${answer.refusal.kind}`)
  return requestId
}

/** Adds a photo, or another medium, to what will be delivered, without a stored file; with null, to the creator's vault alone. */
export async function addReadyMedium(
  owner: Owner,
  creatorId: string,
  requestId: string | null,
  { kind = 'photo', state = 'ready' }: { kind?: 'photo' | 'video' | 'voice'; state?: 'ready' | 'processing' } = {},
): Promise<string> {
  const mediaId = newId()
  await owner.query(
    `insert into media (id, owner_id, kind, purpose, state, original_key, content_type, byte_size, content_sha256, width, height)
     values ($1, $2, $3, 'post', $4, $5, 'image/jpeg', 1000, '\\x00', 300, 400)`,
    [mediaId, creatorId, kind, state, `test/${mediaId}`],
  )
  if (requestId === null) return mediaId
  await owner.query(
    `insert into custom_request_media (request_id, media_id, position)
     select $1, $2, count(*) from custom_request_media where request_id = $1`,
    [requestId, mediaId],
  )
  return mediaId
}
