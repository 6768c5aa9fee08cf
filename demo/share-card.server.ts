import sharp from 'sharp'
import { SHARE_CARD } from '#app/domain/media/media.ts'
import { rasterise } from './artwork/rasterise.server.ts'
import { SHARE_CARD_ART } from './artwork/compose-artwork.ts'

const PAPER = '#FDF9F6'
const FACE = 148

/**
 * The preview picture of a shared link: wide artwork, with the face and the brand's mark inside the middle square that every messenger
 * keeps. Without text: the machine's fonts are not ours, and the link's title contains the name.
 */
export async function shareCard(art: string, avatar: Uint8Array): Promise<Buffer> {
  const top = await rasterise(art, SHARE_CARD_ART)
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="${FACE}" height="${FACE}"><circle cx="${FACE / 2}" cy="${FACE / 2}" r="${FACE / 2}"/></svg>`
  const face = await sharp(avatar)
    .resize(FACE, FACE)
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_CARD.width}" height="${SHARE_CARD.height}">
    <circle cx="520" cy="500" r="84" fill="${PAPER}"/>
    <path d="M644 570v-34a36 36 0 1 1 36 36h-34a2 2 0 0 1-2-2z" fill="#E1653D"/><circle cx="669" cy="527" r="8" fill="${PAPER}"/></svg>`
  return sharp({ create: { width: SHARE_CARD.width, height: SHARE_CARD.height, channels: 3, background: PAPER } })
    .composite([
      { input: top, left: 0, top: 0 },
      { input: Buffer.from(frame), left: 0, top: 0 },
      { input: face, left: 520 - FACE / 2, top: 500 - FACE / 2 },
    ])
    .jpeg({ quality: 90 })
    .toBuffer()
}
