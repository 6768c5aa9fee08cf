import {
  CONTENT_TYPES,
  type MediaPurpose,
  plannedRenditions,
  RENDITION_PLANS,
  type RenditionSpec,
} from '#app/domain/media/media.ts'
import { type MediaLink, publicMedia } from './media-links.ts'

/** A picture for a page: every planned size, whether made yet or not, since the route sends the nearest one in the meantime. */
export type Picture = {
  sources: { type: string; srcset: string }[]
  src: string
  width: number
  height: number
  alt: string
}

/** Describes a stored photo for a page. Width and height are the original's, for pictures that keep their own shape. */
export function pictureOf(photo: {
  mediaId: string
  purpose: MediaPurpose
  width: number
  height: number
  alt: string
  /** Only these widths, where a page shows it in few sizes. */
  widths?: readonly number[]
  /** Of private photos: how this viewer's URLs are made. */
  link?: MediaLink
}): Picture {
  const { mediaId, purpose, widths, link } = photo
  const planned = plannedRenditions(purpose, photo.width)
  const sources = (['avif', 'webp'] as const).map((format) => ({
    type: CONTENT_TYPES[format],
    srcset: planned
      .filter((spec) => spec.format === format && (widths === undefined || widths.includes(spec.width)))
      .map((spec) => `${renditionPath(mediaId, spec, link)} ${spec.width}w`)
      .join(', '),
  }))
  const jpeg = planned.find((spec) => spec.format === 'jpeg')!
  const aspect = RENDITION_PLANS[purpose].aspect ?? photo.width / photo.height
  return {
    sources,
    src: renditionPath(mediaId, jpeg, link),
    width: jpeg.width,
    height: Math.round(jpeg.width / aspect),
    alt: photo.alt,
  }
}

/** A public picture, whose shape and sizes follow from its purpose alone. */
export function publicPicture(
  mediaId: string,
  purpose: Exclude<MediaPurpose, 'post'>,
  alt: string,
  widths?: readonly number[],
): Picture {
  return pictureOf({
    mediaId,
    purpose,
    width: RENDITION_PLANS[purpose].longestEdge,
    height: RENDITION_PLANS[purpose].longestEdge,
    alt,
    widths,
  })
}

/** The URL of a small avatar; every browser that our pages support reads WebP. */
export function avatarPath(mediaId: string): string {
  return renditionPath(mediaId, { width: 160, format: 'webp' })
}

/** The smallest avatar, where nothing else of the page is about that person. */
export function smallAvatarPath(mediaId: string): string {
  return renditionPath(mediaId, { width: 80, format: 'webp' })
}

/** A face in a row of many, which together should weigh no more than one picture. */
export function facePath(cardMediaId: string): string {
  return renditionPath(cardMediaId, { width: 64, format: 'webp' })
}

export function renditionPath(mediaId: string, spec: RenditionSpec, link: MediaLink = publicMedia): string {
  return link(mediaId, `w${spec.width}.${spec.format}`)
}
