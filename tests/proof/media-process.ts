/**
 * A process that takes in a creator's file and prepares it, or publishes posts that waited for their media, and is killed in the middle of
 * it. Its parent speaks to it as to a command process (command-process.ts), and names the store and the spool that both use.
 */
import { flushCompileCache } from 'node:module'
import { encodeVoice } from '#app/domain/media/encode-voice.server.ts'
import { makeRenditions } from '#app/domain/media/make-renditions.server.ts'
import { transcodeVideo } from '#app/domain/media/transcode-video.server.ts'
import { publishDuePosts } from '#app/domain/posts/publish-due-posts.server.ts'
import { type FileKind, storeUploadedFile } from '#app/domain/uploads/store-uploaded-file.server.ts'
import { diskStore } from '#app/gateways/media-store/disk-store.server.ts'
import { useMediaStore } from '#app/gateways/media-store/open-store.server.ts'
import { setClockAdvance } from '#app/platform/clock.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { openDatabase, SERVER_ROLE } from '#app/platform/db.server.ts'
import { openQueue } from '#app/platform/queue.server.ts'
import { useSecrets } from '#app/platform/secrets.server.ts'
import { useSpool } from '#app/platform/spool.server.ts'
import type { Birth } from './command-process.ts'

export type MediaBirth = Birth & { store: string; spool: string; secret: string }
export type MediaOrder =
  | { command: 'publish' }
  | { command: 'prepare'; ownerId: string; kind: FileKind; uploadId: string }

export const WORK = { photo: makeRenditions, video: transcodeVideo, voice: encodeVoice }

process.on('message', (message: { birth: MediaBirth } | { order: MediaOrder }) => {
  void ('birth' in message ? wake(message.birth) : obey(message.order))
})

async function wake({ databaseUrl, store, spool, secret }: MediaBirth): Promise<void> {
  useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
  useSecrets([secret])
  setClockAdvance(0)
  openDatabase(databaseUrl, { max: 2 })
  await openQueue(databaseUrl, SERVER_ROLE, { maintain: false })
  useMediaStore(diskStore(store))
  useSpool(spool, 80_000_000_000)
  flushCompileCache()
  process.send?.('ready')
}

async function obey(order: MediaOrder): Promise<void> {
  const result = await run(order).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.({ result })
}

async function run(order: MediaOrder): Promise<string | number> {
  if (order.command === 'publish') return publishDuePosts()
  const stored = await storeUploadedFile(order.ownerId, order)
  if (!stored.ok) throw new Error(stored.refusal.kind)
  await WORK[order.kind](stored.value.mediaId)
  return stored.value.mediaId
}
