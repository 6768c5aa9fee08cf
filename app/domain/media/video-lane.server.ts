import type { Tx } from '#app/platform/db.server.ts'

/** Videos of people who are not creators yet have a lane of their own: what nobody has reviewed never delays what fans wait for. */
export type VideoLane = 'creators' | 'applicants'

type Work = 'make_renditions' | 'transcode_video' | 'transcode_first_video' | 'encode_voice'

/** The job that prepares a medium of this kind for its owner. */
export async function workFor(
  tx: Tx,
  { kind, ownerId }: { kind: 'photo' | 'video' | 'voice'; ownerId: string },
): Promise<Work> {
  if (kind === 'photo') return 'make_renditions'
  if (kind === 'voice') return 'encode_voice'
  const owner = await tx.selectFrom('profiles').select('user_type').where('id', '=', ownerId).executeTakeFirst()
  return owner?.user_type === 'creator' ? 'transcode_video' : 'transcode_first_video'
}
