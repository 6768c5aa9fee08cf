import { expect, test } from 'vitest'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { findMediaForViewer } from '#app/domain/media/find-media-for-viewer.server.ts'
import { findPageAppearance } from '#app/domain/creators/queries.server.ts'
import { setPagePicture } from '#app/domain/creators/set-page-picture.server.ts'
import { blockMedium } from '#app/domain/moderation/review-content.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { storeUploadedPhoto } from '#app/domain/uploads/store-uploaded-photo.server.ts'
import { now } from '#app/platform/clock.ts'
import { inTransaction } from '#app/platform/db.server.ts'
import * as page from '#app/web/creator/appearance/appearance.tsx'
import { makeStaff } from '#tests/support/applications.ts'
import { makeCreator, makePerson, noisyPhoto, useMediaFolder } from '#tests/support/creators.ts'
import { useDatabase } from '#tests/support/database.ts'
import { aBrowser } from '#tests/support/routes.ts'
import { makeUpload, useSpoolFolder } from '#tests/support/uploads.ts'

useDatabase()
useMediaFolder()
useSpoolFolder()

const PATH = '/dashboard/page/appearance'
const WIDTH = { kind: 'rendition', spec: { width: 320, format: 'webp' } } as const

test('PROF-01b a creator changes cover and card after the application: everybody sees the new one, and nobody the old', async () => {
  const creator = await makeCreator()
  const browser = aBrowser(creator)
  const seen: string[] = []
  for (let nth = 0; nth < 2; nth += 1) {
    const upload = await makeUpload(creator, 'cover', await noisyPhoto(1_200, 400))
    const form = { place: 'cover', intent: 'take', upload }
    // Sent twice, it is one picture.
    for (let again = 0; again < 2; again += 1)
      expect((await browser.call(page, PATH, { form })).data).toMatchObject({ ok: true })
    const { coverMediaId } = (await findPageAppearance(creator.id))!
    await makeRenditions(coverMediaId!)
    seen.push(coverMediaId!)
  }
  expect(new Set(seen).size).toBe(2)
  expect((await findMediaForViewer(null, seen[1]!, WIDTH)).ok).toBe(true)
  expect((await findMediaForViewer(null, seen[0]!, WIDTH)).ok).toBe(false)
  expect((await browser.call(page, PATH)).data).toMatchObject({ cover: expect.stringContaining(seen[1]!), card: null })
})

test('PROF-01b a picture is refused in words where it is damaged, missing, of another purpose or of another person', async () => {
  const [creator, other, fan] = [await makeCreator(), await makeCreator(), await makePerson()]
  const browser = aBrowser(creator)
  const photo = await noisyPhoto(800, 1_000)
  const uploads = [
    await makeUpload(creator, 'card', photo.subarray(0, 9_000)),
    await makeUpload(creator, 'avatar', photo),
    await makeUpload(other, 'card', photo),
    'none',
  ]
  for (const upload of uploads)
    expect(
      (await browser.call(page, PATH, { form: { place: 'card', intent: 'take', upload } })).data,
      upload,
    ).toMatchObject({
      ok: false,
    })
  expect((await browser.call(page, PATH, { form: { place: 'card' } })).data).toMatchObject({ ok: false })
  expect(await findPageAppearance(creator.id)).toMatchObject({ cardMediaId: null })
  expect(await setPagePicture(fan, 'card', uploads[0]!)).toEqual({ ok: false, refusal: { kind: 'not_a_creator' } })
})

test('SAFE-01e a photo that staff have removed from a post does not come back as a cover or a card', async () => {
  const [creator, moderator] = [await makeCreator(), await makeStaff('content-moderator')]
  const photo = await noisyPhoto(1_200, 400)
  const uploadId = await makeUpload(creator, 'post_photo', photo)
  const stored = await storeUploadedPhoto({ ownerId: creator.id, uploadId, purpose: 'post' })
  if (!stored.ok) throw new Error(stored.refusal.kind)
  const { mediaId } = stored.value
  const content = { kind: 'photo', caption: 'Lake', audience: { kind: 'public' }, mediaIds: [mediaId] } as const
  const postId = await inTransaction((tx) =>
    publishPost(tx, { ...content, creatorId: creator.id, publishedAt: now(), expiresAt: null }),
  )
  expect(await blockMedium(moderator, { postId, mediaId, reason: 'A known file' })).toMatchObject({ ok: true })
  for (const place of ['cover', 'card'] as const)
    expect(await setPagePicture(creator, place, await makeUpload(creator, place, photo))).toEqual({
      ok: false,
      refusal: { kind: 'media_blocked' },
    })
  expect(await findPageAppearance(creator.id)).toMatchObject({ coverMediaId: null, cardMediaId: null })
})

test('ONB-C-02 tags can be changed later: of the list, three at most', async () => {
  const creator = await makeCreator()
  const browser = aBrowser(creator)
  const save = (tags: string) => browser.call(page, PATH, { form: { tags } })
  expect(await save('music')).toMatchObject({ status: 303 })
  expect((await findPageAppearance(creator.id))!.tags).toEqual(['music'])
  expect((await save('famous')).data).toMatchObject({ ok: false })
  expect((await findPageAppearance(creator.id))!.tags).toEqual(['music'])
})
