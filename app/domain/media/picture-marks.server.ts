import { ok, refuse, type Result } from '#app/platform/result.ts'
import { ImageWorkBusy, runImageWork } from './internal/image-process.server.ts'
import type { MarkFormat } from './internal/image-work.ts'
import { photoTypeOf } from './media.ts'

/** The secret place of the invisible mark in one photo (16 bytes), and its bits. */
export type InvisibleMark = { seed: Uint8Array; code: Uint8Array }

export type PictureToMark = { bytes: Uint8Array; format: MarkFormat; text: string } & InvisibleMark

export type MarkFailure = { kind: 'busy' } | { kind: 'not_made' }

/** The picture with the text drawn over it and the invisible mark in it, made in an isolated process. */
export async function markPicture(picture: PictureToMark): Promise<Result<Uint8Array, MarkFailure>> {
  const { seed, code, ...rest } = picture
  try {
    const answer = await runImageWork({ kind: 'mark', ...rest, seed: [...seed], code: [...code] }, { lane: 'marks' })
    return answer.kind === 'marked' ? ok(answer.picture.bytes) : refuse({ kind: 'not_made' })
  } catch (error) {
    if (error instanceof ImageWorkBusy) return refuse({ kind: 'busy' })
    throw error
  }
}

/** A picture of anybody as it may be read: its fingerprints, the whole first. Null where it is no picture or damaged. */
export async function fingerprintPicture(
  bytes: Uint8Array,
  { mirrored = false, alone = false } = {},
): Promise<Uint8Array[] | null> {
  if (photoTypeOf(bytes) === null) return null
  const answer = await runImageWork({ kind: 'fingerprint', bytes, mirrored }, { alone })
  return answer.kind === 'fingerprints' ? answer.fingerprints : null
}

/**
 * What a copy says about the mark in it, compared with the original: how alike they are (at most 1) and how far each bit leans to 1
 * (positive) or 0, in standard deviations. Null where the copy does not show the original. The copy is decoded in a process that decodes
 * nothing else.
 */
export async function readMarkOf(
  copy: Uint8Array,
  original: Uint8Array,
  seed: Uint8Array,
  { mirrored = false } = {},
): Promise<{ likeness: number; leanings: number[] } | null> {
  const request = { kind: 'read_mark', bytes: copy, original, seed: [...seed], mirrored } as const
  const answer = await runImageWork({ ...request, seed: [...seed] }, { alone: true })
  if (answer.kind !== 'mark_read' || answer.leanings === null) return null
  return { likeness: answer.likeness, leanings: answer.leanings }
}
