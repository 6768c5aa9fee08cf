import type { MediaLink } from '#app/web/media-links.ts'
import { renditionPath } from '#app/web/picture.ts'
import { KINDS } from './texts.ts'

const LARGE = { width: 960, format: 'webp' } as const

type Kind = 'photo' | 'video' | 'voice'

/** A file that a reviewer has opened, in its order. */
export function fileOf(
  { id, kind, ready }: { id: string; kind: Kind; ready: boolean },
  index: number,
  link: MediaLink,
) {
  return { ...fileFacts(kind, index), id, ready, src: fileSource({ id, kind }, link) }
}

/** What a page says of a file before it is opened. */
export function fileFacts(kind: Kind, index: number) {
  return { name: `File ${index + 1}: ${KINDS[kind].toLowerCase()}`, video: kind === 'video', voice: kind === 'voice' }
}

/** The address of a file as a reviewer sees it. */
export function fileSource({ id, kind }: { id: string; kind: Kind }, link: MediaLink): string {
  if (kind === 'video') return link(id, 'video.mp4')
  return kind === 'voice' ? link(id, 'audio') : renditionPath(id, LARGE, link)
}
