import { announce, announceNow } from '#app/platform/live.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import type { Side } from '../policy.ts'

type Parties = { id: string; creatorId: string; fanId: string }

/** Tells both sides' open pages, once it is committed, that a thread has a message with this number. */
export function announceMessage(tx: Tx, { id, creatorId, fanId }: Parties, seq: bigint): void {
  announce(
    tx,
    { channel: `thread:${id}`, kind: 'message', seq: Number(seq) },
    { channel: `account:${fanId}`, kind: 'chats' },
    { channel: `account:${creatorId}`, kind: 'chats' },
  )
}

/** Tells the other side that this one has received or read a thread up to this message. */
export function announceReceipt(kind: 'delivered' | 'read', threadId: string, by: Side, seq: bigint): void {
  announceNow({ channel: `thread:${threadId}`, kind, seq: Number(seq), by })
}
