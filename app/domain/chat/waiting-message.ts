/** Why a message that waited for its files was not sent. */
export type WaitingProblem = 'photo_failed' | 'video_failed' | 'voice_failed' | 'media_blocked' | 'closed'

/** A message of a creator that is sent by itself once its files are ready. */
export type WaitingMessage = {
  body: string
  /** UGX minor units; null where it is free. */
  priceMinor: bigint | null
  problem: WaitingProblem | null
}
