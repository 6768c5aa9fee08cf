import type { Settings } from '#app/domain/settings/catalogue.ts'

/** What the owner allows of one file, in whole units of the code. */
export type FileLimits = {
  photoBytes: number
  photoPixels: number
  videoBytes: number
  videoSeconds: number
  voiceBytes: number
  voiceSeconds: number
}

const MEGABYTE = 1_000_000
/** Uncompressed sound of one channel: a recorder that writes WAV fits, whatever its length. */
const VOICE_BYTES_A_SECOND = 96_000

export function fileLimitsOf(
  settings: Pick<Settings, 'photoMegabytes' | 'photoMegapixels' | 'videoMegabytes' | 'videoMinutes' | 'voiceMinutes'>,
): FileLimits {
  return {
    photoBytes: settings.photoMegabytes * MEGABYTE,
    photoPixels: settings.photoMegapixels * 1_000_000,
    videoBytes: settings.videoMegabytes * MEGABYTE,
    videoSeconds: settings.videoMinutes * 60,
    voiceBytes: settings.voiceMinutes * 60 * VOICE_BYTES_A_SECOND,
    voiceSeconds: settings.voiceMinutes * 60,
  }
}

/** "25 MB", "2 GB". */
export function limitText(bytes: number): string {
  return bytes >= 1_000 * MEGABYTE && bytes % (100 * MEGABYTE) === 0
    ? `${bytes / (1_000 * MEGABYTE)} GB`
    : `${Math.floor(bytes / MEGABYTE)} MB`
}
