import { useEffect, useRef, useState } from 'react'
import { UPLOAD_PLANS, type UploadPurpose } from '#app/domain/uploads/limits.ts'
import { uploadRefusalText } from '#app/domain/uploads/upload.ts'
import { sendFile, type Sending } from './send-file.ts'
import { canShrink, shrinkPhoto } from './shrink-photo.ts'

/** An upload that the page already knows: chosen earlier, while another field had an error. */
export type KnownUpload = { uploadId: string; label: string }

/** `shrunkFrom`: the size in bytes before the photo was compressed on the device. */
export type UploadState =
  | { kind: 'empty' }
  | {
      kind: 'sending'
      name: string
      sent: number
      of: number
      paused: boolean
      offline: boolean
      /** The photo is made smaller on the device before it is sent. */
      compressing: boolean
      shrunkFrom: number | null
    }
  | { kind: 'finished'; name: string; uploadId: string; size: number | null; shrunkFrom: number | null }
  | { kind: 'failed'; name: string; message: string; retry: boolean }

/** The state of one file of one field: chosen, compressed, uploading, paused, resumed. `preview` is an object URL of a chosen photo. */
export function useUpload(purpose: UploadPurpose, known: KnownUpload | null, notify?: (state: UploadState) => void) {
  const [state, setState] = useState<UploadState>(() =>
    known
      ? { kind: 'finished', name: known.label, uploadId: known.uploadId, size: null, shrunkFrom: null }
      : { kind: 'empty' },
  )
  const [preview, setPreview] = useState<string | null>(null)
  const held = useRef<{ state: UploadState; sending: Sending | null; file: File | null; preview: string | null }>({
    state,
    sending: null,
    file: null,
    preview: null,
  })
  useEffect(() => {
    const mine = held.current
    return () => {
      mine.sending?.pause()
      if (mine.preview) URL.revokeObjectURL(mine.preview)
    }
  }, [])

  function become(next: UploadState) {
    held.current.state = next
    setState(next)
    notify?.(next)
  }
  function change(part: Partial<Extract<UploadState, { kind: 'sending' }>>) {
    const old = held.current.state
    if (old.kind === 'sending') become({ ...old, ...part })
  }
  function hold(file: File | null) {
    held.current.sending?.cancel()
    held.current.sending = null
    if (held.current.preview) URL.revokeObjectURL(held.current.preview)
    held.current.file = file
    held.current.preview = file?.type.startsWith('image/') ? URL.createObjectURL(file) : null
    setPreview(held.current.preview)
  }

  function choose(file: File) {
    hold(file)
    const compressing = UPLOAD_PLANS[purpose].kind === 'photo' && canShrink(file)
    become({ ...begin(file.name, file.size, null), compressing })
    void send(file)
  }

  async function send(file: File) {
    const small = UPLOAD_PLANS[purpose].kind === 'photo' ? await shrinkPhoto(file) : null
    // Another file was chosen meanwhile, or the file was removed.
    if (held.current.file !== file) return
    const body = small ?? file
    const shrunkFrom = small ? file.size : null
    // The server knows the limits in force, and refuses before a byte is sent.
    if (body.size === 0)
      return become({ kind: 'failed', name: file.name, message: uploadRefusalText({ kind: 'empty' }), retry: false })
    become(begin(file.name, body.size, shrunkFrom))
    const of = body.size
    held.current.sending = sendFile(
      body,
      purpose,
      { resumable: small === null },
      {
        progress: (sent) => change({ sent, of, offline: false }),
        offline: () => change({ offline: true }),
        finished: (uploadId) => become({ kind: 'finished', name: file.name, uploadId, size: of, shrunkFrom }),
        failed: (message, retry) => become({ kind: 'failed', name: file.name, message, retry }),
      },
    )
  }

  function pause(on: boolean) {
    if (on) held.current.sending?.pause()
    else held.current.sending?.resume()
    change({ paused: on })
  }
  function drop() {
    hold(null)
    become({ kind: 'empty' })
  }
  function retry() {
    const { file } = held.current
    if (file) choose(file)
  }
  return { state, preview, choose, pause, drop, retry }
}

function begin(name: string, of: number, shrunkFrom: number | null): Extract<UploadState, { kind: 'sending' }> {
  return { kind: 'sending', name, sent: 0, of, paused: false, offline: false, compressing: false, shrunkFrom }
}
