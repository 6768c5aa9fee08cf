/** Where browsers open the live connection: the same host and port as the pages. */
export const LIVE_PATH = '/live'

/** What a channel is about. Each kind has a policy in app/web/live/channels.server.ts. */
export const CHANNEL_KINDS = ['account', 'thread', 'presence'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]
export type ChannelName = `${ChannelKind}:${string}`

/**
 * Tells open pages that something has changed, never what it says: a page reads that through its ordinary routes, under their policies.
 * - message: a thread has a message with this number
 * - delivered: a browser of one side has received a thread up to this message
 * - read: one side has read it up to this message
 * - typing: one side types in a thread
 * - chats: an account's list of conversations has changed
 * - bell: an account's notifications have changed
 * - presence: a creator went live or away
 */
export type Notice = {
  channel: ChannelName
  kind: 'message' | 'delivered' | 'read' | 'typing' | 'chats' | 'bell' | 'presence'
  /** The number of the newest message that the notice is about. */
  seq?: number
  /** Whose receipt or typing it is. */
  by?: 'fan' | 'creator'
}

/** What open connections may lean on: when one of these changes, their rights are checked again. */
export type RightOf = 'session' | 'account' | 'thread' | 'creator'

/** What one process tells all others. */
export type LivePayload = { notices: Notice[] } | { ended: RightOf; id: string }

/** How what is announced reaches every process that serves pages. A transport keeps the order of one sender. */
export type LiveTransport = {
  /** Resolves when it is sent. */
  publish(payloads: readonly string[]): Promise<void>
  /** `lost` is called when something may have been missed; `ready` when from now on nothing is. Returns how to stop. */
  listen(hear: { payload: (text: string) => void; ready: () => void; lost: () => void }): () => Promise<void>
}
