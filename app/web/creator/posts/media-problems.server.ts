import type { Person } from '#app/domain/identity/actor.ts'
import { listMediaStates } from '#app/domain/media/media-states.server.ts'
import { retryMedia } from '#app/domain/media/retry-media.server.ts'
import { findOwnPost } from '#app/domain/posts/own-posts.server.ts'
import type { MediaProblem } from './media-problems.tsx'

const THINGS = { photo: 'photo', video: 'video', voice: 'voice note' } as const

/** What of these media of a creator could not be prepared; `where` says what they belong to: "of this post". */
export async function loadMediaProblems(
  ownerId: string,
  media: readonly { mediaId: string; state: string }[],
  where: string,
): Promise<MediaProblem[]> {
  const failed = media.filter(({ state }) => state === 'failed').map(({ mediaId }) => mediaId)
  const states = await listMediaStates(ownerId, failed)
  return states.flatMap((medium) => {
    if (medium.state !== 'failed') return []
    const { mediaId, kind, reason, retry } = medium
    return [{ mediaId, title: `A ${THINGS[kind]} ${where} is not ready`, reason, retry }]
  })
}

/** Has a failed medium of this post tried again. False where it is not of the post, or nothing can be tried again. */
export async function retryMediumOfPost(person: Person, postId: string, mediaId: string): Promise<boolean> {
  const post = await findOwnPost(person.id, postId)
  if (!post?.media.some((medium) => medium.mediaId === mediaId)) return false
  return (await retryMedia(person.id, mediaId)).ok
}
