import type { Person } from '#app/domain/identity/actor.ts'
import { findContentForReview } from '#app/domain/moderation/content-queries.server.ts'
import { findApplicationForReview } from '#app/domain/moderation/queries.server.ts'
import { recordDocumentOpened, recordMediumOpened, showText } from '#app/domain/moderation/record-opening.server.ts'
import type { ReviewedItem } from '#app/domain/moderation/unopened.ts'

/** A reviewer looks at everything of a waiting post, as they must before approving it. */
export async function openPost(reviewer: Person, postId: string): Promise<void> {
  await openItems(reviewer, (await findContentForReview(reviewer, postId))?.unopened ?? [])
}

/** The same of an application, its documents and its posts. */
export async function openApplication(reviewer: Person, creatorId: string): Promise<void> {
  await openItems(reviewer, (await findApplicationForReview(reviewer, creatorId))?.unopened ?? [])
}

async function openItems(reviewer: Person, items: readonly ReviewedItem[]): Promise<void> {
  for (const { kind, id } of items)
    if (kind === 'text') await showText(reviewer, id)
    else if (kind === 'photo' || kind === 'video' || kind === 'voice')
      await recordMediumOpened(reviewer, id, { played: true })
    else await recordDocumentOpened(reviewer, id)
}
