import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { storeVideo } from '#app/domain/media/store-video.server.ts'
import { videoIsOn } from '#app/domain/media/video-tools.server.ts'
import { publishPost } from '#app/domain/posts/publish-post.server.ts'
import { addMinutes, now } from '#app/platform/clock.ts'
import { db, inTransaction } from '#app/platform/db.server.ts'
import { ugx } from '#app/domain/money/money.ts'
import { composeArtwork } from './artwork/compose-artwork.ts'
import { rasterise } from './artwork/rasterise.server.ts'
import { DEMO_CREATORS } from './people.ts'

const SIZE = { width: 640, height: 800 }
const SECONDS = 4
const FRAMES_PER_SECOND = 15
/** Between the story and the oldest pictures of a creator's page. */
const MINUTES_AGO = 1_500

type VideoPost = { place: number; caption: string; audience: 'public' | 'subscribers' | 'pay_to_unlock' }

/** The demo creators with a video, by their position: one of each audience. */
const VIDEOS: readonly VideoPost[] = [
  { place: 2, caption: 'Evening walk, the short version', audience: 'public' },
  { place: 4, caption: 'Behind the stage, ten steps', audience: 'subscribers' },
  { place: 6, caption: 'The whole rehearsal in one go', audience: 'pay_to_unlock' },
]

/** Gives a few creators a short video, a slow zoom into one of their pictures. Does nothing if this machine can't make videos. */
export async function settleVideos(ids: ReadonlyMap<string, string>): Promise<void> {
  if (!(await videoIsOn())) return
  const visible = DEMO_CREATORS.filter((creator) => creator.status === 'visible')
  for (const video of VIDEOS) {
    const creator = visible[video.place]
    const creatorId = creator && ids.get(creator.email)
    if (!creator || !creatorId || (await hasVideo(creatorId))) continue
    const { motif, palette, username } = creator.recipe
    const artwork = composeArtwork({ seed: `${username} film`, motif, palette, ...SIZE })
    await settleVideo(creatorId, video, await rasterise(artwork, SIZE))
  }
}

async function hasVideo(creatorId: string): Promise<boolean> {
  const video = await db
    .selectFrom('posts')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('kind', '=', 'video')
    .executeTakeFirst()
  return video !== undefined
}

async function settleVideo(creatorId: string, video: VideoPost, picture: Uint8Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'peach-video-'))
  try {
    const path = await shoot(folder, picture)
    const stored = await storeVideo({ ownerId: creatorId, path })
    if (!stored.ok) throw new Error(`a demo video was refused: ${stored.refusal.kind}`)
    const { mediaId } = stored.value
    await inTransaction((tx) =>
      publishPost(tx, {
        creatorId,
        kind: 'video',
        caption: video.caption,
        audience:
          video.audience === 'pay_to_unlock'
            ? { kind: video.audience, priceMinor: ugx(50_000).amountMinor }
            : { kind: video.audience },
        mediaIds: [mediaId],
        ...(video.audience === 'pay_to_unlock' && { freeSeconds: 5 }),
        publishedAt: addMinutes(now(), -MINUTES_AGO),
        expiresAt: null,
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A slow zoom into the picture, with a soft tone. Our own picture needs no sandbox. */
async function shoot(folder: string, picture: Uint8Array): Promise<string> {
  const [still, path] = [join(folder, 'still.jpeg'), join(folder, 'video.mp4')]
  await writeFile(still, picture)
  const frames = SECONDS * FRAMES_PER_SECOND
  const walk = `zoompan=z='1+0.25*on/${frames}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=${frames}:s=480x600:fps=${FRAMES_PER_SECOND}`
  // prettier-ignore
  await promisify(execFile)('ffmpeg', [
    '-nostdin', '-v', 'error', '-i', still, '-f', 'lavfi', '-i', `sine=frequency=220:duration=${SECONDS}`,
    '-vf', `${walk},format=yuv420p`, '-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', '-filter:a', 'volume=0.1', '-shortest', path,
  ])
  return path
}
