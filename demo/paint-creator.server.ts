import { storePhoto } from '#app/domain/media/store-photo.server.ts'
import type { MediaPurpose, RenditionSpec } from '#app/domain/media/media.ts'
import { storeVoice } from '#app/domain/media/store-voice.server.ts'
import { composeArtwork, coverArtwork, portraitArtwork, SHARE_CARD_ART } from './artwork/compose-artwork.ts'
import type { DemoCreator } from './artwork/creators.ts'
import type { PaletteName } from './artwork/palettes.ts'
import { type PostRecipe, postRecipes } from './artwork/posts.ts'
import { rasterise } from './artwork/rasterise.server.ts'
import { composeVoiceNote } from './artwork/voice-note.ts'
import { inParallel } from './in-parallel.ts'
import { shareCard } from './share-card.server.ts'

export type PublicPictures = { avatar: string; card: string; cover: string; share: string }
export type PaintedPost = { recipe: PostRecipe; mediaIds: string[] }

const POST_SIZE = { width: 480, height: 600 }
const CARD_SIZE = { width: 640, height: 800 }
const COVER_SIZE = { width: 960, height: 320 }
const AVATAR_EDGE = 320
/** Only the newest posts are sets: somebody waits while the demo data is painted. */
const SETS = 2

/** The sizes that a page needs before its first visit; jobs make every other size. */
const CARD_AT_ONCE: RenditionSpec[] = [{ width: 320, format: 'webp' }]
const COVER_AT_ONCE: RenditionSpec[] = [{ width: 480, format: 'webp' }]
const POST_AT_ONCE: RenditionSpec[] = [{ width: 320, format: 'webp' }]

/** Paints and stores the pictures of a creator's page. Returns their media ids. */
export async function paintPublicPictures(ownerId: string, creator: DemoCreator): Promise<PublicPictures> {
  const { username: seed, motif, palette, coverMotif } = creator
  const avatar = await paintAvatar(seed, palette)
  const art = composeArtwork({ seed: `${seed} share`, motif, palette, ...SHARE_CARD_ART })
  const [avatarId, card, cover, share] = await Promise.all([
    keep(ownerId, 'avatar', avatar),
    keep(ownerId, 'card', await rasterise(portraitArtwork({ seed, palette, ...CARD_SIZE }), CARD_SIZE), CARD_AT_ONCE),
    keep(
      ownerId,
      'cover',
      await rasterise(coverArtwork({ seed, motif: coverMotif, palette, format: 'phone' }), COVER_SIZE),
      COVER_AT_ONCE,
    ),
    keep(ownerId, 'share', await shareCard(art, avatar)),
  ])
  return { avatar: avatarId, card, cover, share }
}

/** Paints and stores the face of a person. Returns its media id. */
export async function keepAvatar(ownerId: string, seed: string, palette: PaletteName): Promise<string> {
  return keep(ownerId, 'avatar', await paintAvatar(seed, palette))
}

function paintAvatar(seed: string, palette: PaletteName): Promise<Buffer> {
  const size = { width: AVATAR_EDGE, height: AVATAR_EDGE }
  return rasterise(portraitArtwork({ seed, palette, ...size }), size)
}

/** Paints and records the posts of a creator, newest first. */
export async function paintPosts(ownerId: string, creator: DemoCreator): Promise<PaintedPost[]> {
  return inParallel(postRecipes(creator), 3, async (recipe, index) => {
    const photos: string[] = []
    for (const { seed, motif, palette } of recipe.pictures.slice(0, index < SETS ? 2 : 1)) {
      const picture = await rasterise(composeArtwork({ seed, motif, palette, ...POST_SIZE }), POST_SIZE)
      photos.push(await keep(ownerId, 'post', picture, POST_AT_ONCE))
    }
    if (recipe.kind !== 'voice') return { recipe, mediaIds: photos }
    const seed = `${creator.username} ${index}`
    const voice = await storeVoice({ ownerId, bytes: composeVoiceNote(seed, 8 + ((seed.length + index * 3) % 7)) })
    if (!voice.ok) throw new Error(`the voice note of ${seed} was refused: ${voice.refusal.kind}`)
    return { recipe, mediaIds: [...photos, voice.value.mediaId] }
  })
}

async function keep(
  ownerId: string,
  purpose: MediaPurpose,
  bytes: Uint8Array,
  atOnce?: RenditionSpec[],
): Promise<string> {
  const stored = await storePhoto({ ownerId, purpose, bytes }, { atOnce, queue: false })
  if (!stored.ok) throw new Error(`a picture of the demo data was refused: ${stored.refusal.kind}`)
  return stored.value.mediaId
}
