import { type VideoFailure, videoFailureText } from './video.ts'

export type FileKind = 'photo' | 'video' | 'voice'

/** What is wrong with a file that could not be prepared, in the words of its kind. */
export const UNUSABLE: Readonly<Record<FileKind, string>> = {
  photo: 'This photo can\u2019t be shown.',
  video: 'This video can\u2019t be played.',
  voice: 'This voice note can\u2019t be played.',
}

/** Why a file could not be prepared, and what to do; without a failure the reason isn't known. */
export function failedFileText(kind: FileKind, failure: VideoFailure | null): string {
  if (kind === 'photo') return 'The sizes of this photo could not be made. Try again, or choose another one.'
  const text = videoFailureText(failure ?? 'gave_up')
  return kind === 'voice' ? text.replace('This video', 'This voice note') : text
}
