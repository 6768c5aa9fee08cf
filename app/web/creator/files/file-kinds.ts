import { type FileLimits, limitText } from '#app/domain/media/limits.ts'
import { type PhotoRefusal, photoRefusalText } from '#app/domain/media/media.ts'
import { type VideoRefusal, videoRefusalText } from '#app/domain/media/video.ts'
import { type VoiceRefusal, voiceRefusalText } from '#app/domain/media/voice.ts'
import type { FileKind } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { withQuery } from '#app/links.ts'
import type { IconName } from '#app/ui/icon.tsx'

const KINDS: readonly FileKind[] = ['photo', 'video', 'voice']

export function readFileKind(word: string | null): FileKind | null {
  return KINDS.find((kind) => kind === word) ?? null
}

type FileField = { tab: string; icon: IconName; label: string; hint: (limits: FileLimits) => string }

/** The field for a file of each kind. */
export const FILE_FIELDS: Readonly<Record<FileKind, FileField>> = {
  photo: {
    tab: 'Photo',
    icon: 'images',
    label: 'Choose a photo',
    hint: ({ photoBytes }) => `JPEG, PNG, WebP or AVIF, at most ${limitText(photoBytes)}`,
  },
  video: {
    tab: 'Video',
    icon: 'video',
    label: 'Choose a video',
    hint: ({ videoBytes, videoSeconds }) =>
      `MP4, MOV or WebM, at most ${limitText(videoBytes)} and ${videoSeconds / 60} minutes`,
  },
  voice: {
    tab: 'Voice',
    icon: 'mic',
    label: 'Choose a voice message',
    hint: ({ voiceSeconds }) => `M4A, MP3, OGG, WebM or WAV, at most ${voiceSeconds / 60} minutes`,
  },
}

/** The choice of the kind of file to add to this page. */
export function fileKindTabs(hereHref: string, active: FileKind) {
  return KINDS.map((kind) => ({
    label: FILE_FIELDS[kind].tab,
    icon: FILE_FIELDS[kind].icon,
    href: withQuery(hereHref, { kind }),
    active: kind === active,
  }))
}

const EXPIRED = 'This file has expired. Choose it again.'
const EVERYWHERE: Readonly<Record<string, string>> = { medium_missing: EXPIRED, upload_missing: EXPIRED }

/** Why a file of this kind was not added; `texts` are the refusals of the place that it was added to. */
export function fileRefusalText(
  kind: FileKind,
  refusal: { kind: string },
  texts: Readonly<Record<string, string>>,
): string {
  const text = texts[refusal.kind] ?? EVERYWHERE[refusal.kind]
  if (text) return text
  if (kind === 'photo') return photoRefusalText(refusal as PhotoRefusal)
  return kind === 'video' ? videoRefusalText(refusal as VideoRefusal) : voiceRefusalText(refusal as VoiceRefusal)
}
