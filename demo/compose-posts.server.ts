import { findPerson } from '#app/domain/identity/find-person.server.ts'
import { addMedia } from '#app/domain/posts/add-media.server.ts'
import { countOwnPosts } from '#app/domain/posts/own-posts.server.ts'
import { saveDraft } from '#app/domain/posts/save-draft.server.ts'
import { submitDraft } from '#app/domain/posts/submit-draft.server.ts'
import { createFolder } from '#app/domain/vault/create-folder.server.ts'
import { fileAway } from '#app/domain/vault/file-away.server.ts'
import { listVaultFiles } from '#app/domain/vault/queries.server.ts'
import { addDays, now } from '#app/platform/clock.ts'
import { newId } from '#app/platform/id.ts'
import { invariant } from '#app/platform/invariant.ts'
import { kampalaDay } from '#app/platform/kampala-time.ts'

const WRITER = { tab: 'demo', version: 0 }

/** A creator's work in progress: a draft with photos of the vault, a scheduled post, and a folder. */
export async function composePosts(creatorId: string): Promise<void> {
  const creator = await findPerson(creatorId)
  invariant(creator !== null, 'the creator of the demo exists')
  // An interrupted build was here before.
  if ((await countOwnPosts(creatorId)).drafts > 0) return
  const photos = await listVaultFiles(creatorId, { kind: 'photo', limit: 3 })
  const mediaIds = photos.map((photo) => photo.mediaId)
  const folder = await createFolder(creator, 'Rehearsals')
  if (folder.ok) await fileAway(creator, mediaIds, folder.value.folderId)
  const scheduled = { caption: 'Live from the studio at eight', audience: 'subscribers', when: 'later', time: '20:00' }
  await submitDraft(creator, newId(), { ...scheduled, date: kampalaDay(addDays(now(), 3)) }, WRITER)
  const draftId = newId()
  await addMedia(creator, draftId, mediaIds.slice(0, 2), WRITER)
  const typed = { caption: 'Which costume wins?', audience: 'pay_to_unlock', price: '50000' }
  await saveDraft(creator, draftId, typed, WRITER)
}
