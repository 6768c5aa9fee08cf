import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { toDashboard } from '#app/dashboard-links.ts'
import { now } from '#app/platform/clock.ts'
import { type Sending, sendFile } from '#app/web/components/send-file.ts'
import { shrinkPhoto } from '#app/web/components/shrink-photo.ts'
import { dropKeptFile, keepFile, type KeptFile, listKeptFiles } from './kept-files.ts'

/** A chosen file on its way into the post. */
export type QueuedFile = {
  key: string
  kind: KeptFile['kind']
  name: string
  /** The browser's own address of a photo. */
  preview: string | null
  sent: number
  of: number
  state: 'waiting' | 'sending' | 'adding' | 'failed'
  offline: boolean
  message: string | null
}

type Held = { file: KeptFile; sending: Sending | null; uploadId: string | null }

const RETRY_MS = 5_000
const AT_ONCE = 2
const PURPOSES = { photo: 'post_photo', video: 'post_video', voice: 'post_voice' } as const
const NO_NETWORK = 'It could not be added. Check your connection, then try again.'

/**
 * Uploads the files of a post, two at a time, and adds each to the post when it has arrived. Chosen files are kept in the browser until then:
 * after a reload they go on. `sent` counts those that arrived since the page was opened.
 */
export function useMediaQueue(post: { id: string; owner: string; tab: string; version: number }) {
  const [files, setFiles] = useState<QueuedFile[]>([])
  const [arrived, setArrived] = useState({ count: 0, bytes: 0 })
  const [paused, setPaused] = useState(false)
  const held = useRef(new Map<string, Held>())
  const list = useRef<QueuedFile[]>([])
  const pausing = useRef(false)
  // What was added, with the moment in which it was chosen: a file that arrives later may have been chosen before.
  const added = useRef<{ mediaId: string; at: number }[]>([])
  const adding = useRef(Promise.resolve())
  const { revalidate } = useRevalidator()

  function show(next: QueuedFile[]) {
    list.current = next
    setFiles(next)
  }
  function change(key: string, part: Partial<QueuedFile>) {
    show(list.current.map((file) => (file.key === key ? { ...file, ...part } : file)))
  }
  function forget(key: string) {
    const gone = list.current.find((file) => file.key === key)
    if (gone?.preview) URL.revokeObjectURL(gone.preview)
    held.current.delete(key)
    void dropKeptFile(key)
    show(list.current.filter((file) => file.key !== key))
  }

  function enqueue(file: KeptFile) {
    if (held.current.has(file.key)) return
    held.current.set(file.key, { file, sending: null, uploadId: null })
    const preview = file.kind === 'photo' ? URL.createObjectURL(file.body) : null
    // The server knows the limits in force, and refuses before a byte is sent.
    const problem = file.body.size === 0 ? ({ kind: 'empty' } as const) : null
    show([
      ...list.current,
      {
        key: file.key,
        kind: file.kind,
        name: file.name,
        preview,
        sent: 0,
        of: file.body.size,
        state: problem ? 'failed' : 'waiting',
        offline: false,
        message: problem ? uploadRefusalText(problem) : null,
      },
    ])
  }

  function sendNext() {
    if (pausing.current) return
    const busy = list.current.filter((file) => file.state === 'sending').length
    for (const file of list.current.filter((one) => one.state === 'waiting').slice(0, AT_ONCE - busy)) send(file.key)
  }

  function send(key: string) {
    const mine = held.current.get(key)
    if (!mine) return
    change(key, { state: 'sending', message: null })
    if (mine.sending) return mine.sending.resume()
    const { file } = mine
    // Its name tells the upload apart, so that it goes on where it was after a reload.
    const body = new File([file.body], file.key, { type: file.body.type, lastModified: file.at })
    mine.sending = sendFile(
      body,
      PURPOSES[file.kind],
      { resumable: true },
      {
        progress: (sent) => change(key, { sent, offline: false }),
        offline: () => change(key, { offline: true }),
        finished: (uploadId) => {
          mine.uploadId = uploadId
          add(key)
        },
        failed: (message) => {
          mine.sending = null
          change(key, { state: 'failed', message })
          sendNext()
        },
      },
    )
  }

  /** One after another: each knows which of those chosen after it are there already. */
  function add(key: string) {
    const mine = held.current.get(key)
    if (!mine?.uploadId) return
    change(key, { state: 'adding', sent: mine.file.body.size })
    sendNext()
    adding.current = adding.current.then(() => addNow(key))
  }

  /** Tells the server what the upload is for. Repeated after a lost answer, it adds nothing twice. */
  async function addNow(key: string) {
    const mine = held.current.get(key)
    if (!mine?.uploadId) return
    const form = new FormData()
    const { kind, name, at } = mine.file
    const later = added.current.filter((one) => one.at > at).toSorted((one, other) => one.at - other.at)
    const before = later[0]?.mediaId ?? ''
    const fields = { kind, name, upload: mine.uploadId, before, tab: post.tab, version: String(post.version) }
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    try {
      const response = await fetch(toDashboard.ownPostMedia(post.id), { method: 'POST', body: form })
      if (!response.ok) {
        const answer = (await response.json().catch(() => ({}))) as { message?: string }
        return change(key, { state: 'failed', message: answer.message ?? NO_NETWORK })
      }
      const { mediaId } = (await response.json()) as { mediaId: string }
      added.current.push({ mediaId, at })
    } catch {
      // No answer came: asked again while the page is open.
      change(key, { offline: true })
      setTimeout(() => add(key), RETRY_MS)
      return
    }
    const size = mine.file.body.size
    setArrived((before) => ({ count: before.count + 1, bytes: before.bytes + size }))
    forget(key)
    void revalidate()
  }

  async function choose(chosen: readonly File[], kind: KeptFile['kind']) {
    for (const [index, file] of [...chosen].entries()) {
      const small = kind === 'photo' ? await shrinkPhoto(file) : null
      const kept: KeptFile = {
        key: crypto.randomUUID(),
        owner: post.owner,
        postId: post.id,
        kind,
        name: file.name,
        body: small ?? file,
        at: now().getTime() + index,
      }
      await keepFile(kept)
      enqueue(kept)
      sendNext()
    }
  }

  const takeUp = useEffectEvent(async () => {
    for (const file of await listKeptFiles(post.owner, post.id)) enqueue(file)
    sendNext()
  })
  useEffect(() => {
    void takeUp()
    const mine = held.current
    return () => {
      for (const { sending } of mine.values()) sending?.pause()
      for (const file of list.current) if (file.preview) URL.revokeObjectURL(file.preview)
      mine.clear()
      list.current = []
    }
  }, [])

  function pause(on: boolean) {
    pausing.current = on
    setPaused(on)
    for (const file of list.current) {
      if (file.state !== 'sending') continue
      const sending = held.current.get(file.key)?.sending
      if (on) sending?.pause()
      else sending?.resume()
    }
    sendNext()
  }
  function cancel(key: string) {
    held.current.get(key)?.sending?.cancel()
    forget(key)
    sendNext()
  }
  function retry(key: string) {
    if (held.current.get(key)?.uploadId) return add(key)
    change(key, { state: 'waiting', message: null })
    sendNext()
  }
  const open = files.filter((file) => file.state !== 'failed')
  return { files, arrived, paused, busy: open.length > 0, choose, pause, cancel, retry }
}

export type MediaQueue = ReturnType<typeof useMediaQueue>
