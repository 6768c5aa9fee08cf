import { expect, test } from 'vitest'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { deletePost } from '#app/domain/posts/delete-post.server.ts'
import { db } from '#app/platform/db.server.ts'
import { newId } from '#app/platform/id.ts'
import {
  giveFullAccess,
  giveUnlock,
  makeCreator,
  makePerson,
  makePost,
  useMediaFolder,
} from '#tests/support/creators.ts'
import { ownerDb, useDatabase } from '#tests/support/database.ts'
import { createFolder } from '#app/domain/vault/create-folder.server.ts'
import { deleteFolder } from '#app/domain/vault/delete-folder.server.ts'
import { fileAway } from '#app/domain/vault/file-away.server.ts'
import { nameFile } from '#app/domain/vault/name-file.server.ts'
import { listFolders, listVaultFiles } from '#app/domain/vault/queries.server.ts'
import { removeFiles } from '#app/domain/vault/remove-files.server.ts'

useDatabase()
useMediaFolder()

const idsOf = async (...search: Parameters<typeof listVaultFiles>) =>
  (await listVaultFiles(...search)).map((file) => file.mediaId)
const use = (postId: string, mediaId: string) =>
  ownerDb.insertInto('post_media').values({ post_id: postId, position: 7, media_id: mediaId }).execute()

test('DASH-03a the vault has everything that its creator uploaded for posts, and nothing of anybody else', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()]
  const first = await makePost(creator, { kind: 'public' }, { caption: 'Sunday at the lake' })
  const second = await makePost(creator, { kind: 'subscribers' }, { caption: 'Backstage, 100% mine' })
  await makePost(other, { kind: 'public' }, { caption: 'Sunday at the lake' })
  expect(await idsOf(creator.id, { limit: 10 })).toEqual([second.mediaId, first.mediaId])
  expect(await idsOf(creator.id, { limit: 1 })).toEqual([second.mediaId])
  expect(await idsOf(creator.id, { limit: 1, before: second.mediaId })).toEqual([first.mediaId])
  expect(await idsOf(creator.id, { find: 'LAKE', limit: 10 })).toEqual([first.mediaId])
  expect(await idsOf(creator.id, { find: '100%', limit: 10 })).toEqual([second.mediaId])
  expect(await idsOf(creator.id, { find: '0_%', limit: 10 })).toEqual([])
  expect(await idsOf(creator.id, { kind: 'video', limit: 10 })).toEqual([])
  await nameFile(creator, first.mediaId, 'boat.jpg')
  expect(await idsOf(creator.id, { find: 'boat', kind: 'photo', limit: 10 })).toEqual([first.mediaId])
  const month = new Date().toISOString().slice(0, 7)
  expect(await idsOf(creator.id, { month: '2020-01', limit: 10 })).toEqual([])
  expect(await idsOf(creator.id, { month: `${month}; drop table`, limit: 10 })).toHaveLength(2)
})

test('DASH-03a files are put into folders, and nobody arranges another creator’s', async () => {
  const [creator, other, fan] = [await makeCreator(), await makeCreator(), await makePerson()]
  const { mediaId } = await makePost(creator, { kind: 'public' })
  const made = await createFolder(creator, ' Rehearsals ')
  const folderId = made.ok ? made.value.folderId : ''
  expect(await createFolder(creator, 'rehearsals')).toEqual({ ok: true, value: { folderId } })
  expect(await createFolder(creator, ' ')).toEqual({ ok: false, refusal: { kind: 'no_name' } })
  expect(await createFolder(fan, 'Mine')).toEqual({ ok: false, refusal: { kind: 'not_permitted' } })
  expect(await fileAway(creator, [mediaId], folderId)).toEqual({ ok: true, value: null })
  expect(await idsOf(creator.id, { folderId, limit: 10 })).toEqual([mediaId])
  expect(await listFolders(creator.id)).toEqual([{ id: folderId, name: 'Rehearsals', files: 1 }])
  expect(await fileAway(other, [mediaId], null)).toEqual({ ok: false, refusal: { kind: 'no_such_file' } })
  const foreign = await makePost(other, { kind: 'public' })
  expect(await fileAway(other, [foreign.mediaId], folderId)).toEqual({ ok: false, refusal: { kind: 'no_such_folder' } })
  expect(await nameFile(other, mediaId, 'stolen')).toEqual({ ok: false, refusal: { kind: 'no_such_file' } })
  await deleteFolder(other, folderId)
  expect(await listFolders(creator.id)).toHaveLength(1)
  await deleteFolder(creator, folderId)
  expect(await listFolders(creator.id)).toEqual([])
  expect(await idsOf(creator.id, { limit: 10 })).toEqual([mediaId])
})

test('MEDIA-02a a medium of two posts is open by the right to either, and stays in one when the other is deleted', async () => {
  const creator = await makeCreator()
  const [sold, subscribers] = [
    await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n }),
    await makePost(creator, { kind: 'subscribers' }),
  ]
  const { mediaId } = sold
  await use(subscribers.postId, mediaId)
  const [buyer, holder, stranger] = [await makePerson(), await makePerson(), await makePerson()]
  await giveUnlock(buyer, sold.postId)
  await giveFullAccess(holder)
  const opens = async () =>
    Promise.all(
      [buyer, holder, stranger, null].map(
        async (viewer) => (await findMediaForViewer(viewer, mediaId, { kind: 'original' })).ok,
      ),
    )
  expect(await opens()).toEqual([true, true, false, false])
  await deletePost(creator, subscribers.postId, { keepFiles: false })
  expect(await opens()).toEqual([true, false, false, false])
  expect(await removeFiles(creator, [mediaId])).toEqual({ ok: true, value: { destroyed: 0 } })
  expect(await opens()).toEqual([true, false, false, false])
  expect(await idsOf(creator.id, { limit: 10 })).not.toContain(mediaId)
})

test('MEDIA-02a a file that a fan bought in one post does not open the other posts that use it', async () => {
  const creator = await makeCreator()
  const [bought, dearer] = [
    await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 5_000_000n }),
    await makePost(creator, { kind: 'pay_to_unlock', priceMinor: 9_000_000n }),
  ]
  await use(dearer.postId, bought.mediaId)
  const buyer = await makePerson()
  await giveUnlock(buyer, bought.postId)
  expect((await findMediaForViewer(buyer, bought.mediaId, { kind: 'original' })).ok).toBe(true)
  expect((await findMediaForViewer(buyer, dearer.mediaId, { kind: 'original' })).ok).toBe(false)
})

test('MEDIA-02a files that nothing uses are destroyed when they are taken out, and only their owner takes them out', async () => {
  const [creator, other] = [await makeCreator(), await makeCreator()]
  const { postId, mediaId } = await makePost(creator, { kind: 'public' })
  await deletePost(creator, postId, { keepFiles: true })
  expect(await idsOf(creator.id, { limit: 10 })).toEqual([mediaId])
  expect(await removeFiles(other, [mediaId, newId()])).toEqual({ ok: true, value: { destroyed: 0 } })
  expect(await removeFiles(creator, [mediaId])).toEqual({ ok: true, value: { destroyed: 1 } })
  expect(await db.selectFrom('media').select('id').where('id', '=', mediaId).executeTakeFirst()).toBeUndefined()
})
