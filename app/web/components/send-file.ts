import type { DetailedError, PreviousUpload, Upload } from 'tus-js-client'
import type { UploadPurpose } from '#app/domain/uploads/limits.ts'
import { to } from '#app/links.ts'

const PIECE_BYTES = 4_194_304
const PATIENCE_MS = [0, 1_000, 3_000, ...Array<number>(30).fill(5_000)]
const NO_WAY = 'Upload failed. Check your connection, then try again.'

export type Sending = { pause(): void; resume(): void; cancel(): void }

type Notify = {
  progress: (sent: number, of: number) => void
  offline: () => void
  finished: (uploadId: string) => void
  failed: (message: string, retry: boolean) => void
}

/**
 * Uploads a file in chunks. The browser keeps the address to resume at, so that the same file chosen after a reload is not sent twice;
 * `resumable: false` for a file that was generated just now and never comes again.
 */
export function sendFile(body: Blob, purpose: UploadPurpose, options: { resumable: boolean }, notify: Notify): Sending {
  let upload: Upload | null = null
  let state: 'going' | 'paused' | 'over' = 'going'
  const goOn = () => {
    if (state === 'going') upload?.start()
  }
  const online = () => {
    if (state !== 'going' || !upload) return
    // A request that hangs on a dead connection is aborted and retried.
    void upload.abort().then(goOn)
  }
  const done = () => {
    globalThis.removeEventListener('online', online)
    globalThis.removeEventListener('offline', notify.offline)
  }

  async function begin() {
    const tus = await import('tus-js-client')
    if (state === 'over') return
    upload = new tus.Upload(body as File, {
      endpoint: to.upload(),
      metadata: { purpose },
      chunkSize: PIECE_BYTES,
      retryDelays: PATIENCE_MS,
      storeFingerprintForResuming: options.resumable,
      removeFingerprintOnSuccess: true,
      fingerprint: (file) => Promise.resolve(fingerprintOf(file, purpose)),
      onProgress: notify.progress,
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0
        if (status === 0) notify.offline()
        return status === 0 || status === 409 || status === 423 || status >= 500
      },
      onSuccess: () => {
        done()
        notify.finished(upload!.url!.split('/').at(-1)!)
      },
      onError: (error) => {
        done()
        state = 'over'
        const failure = failureOf(error)
        notify.failed(failure.message, failure.retry)
      },
    })
    if (options.resumable) takeUp(upload, await upload.findPreviousUploads())
    goOn()
  }

  globalThis.addEventListener('online', online)
  globalThis.addEventListener('offline', notify.offline)
  begin().catch(() => {
    done()
    notify.failed(NO_WAY, true)
  })
  return {
    pause: () => {
      state = 'paused'
      void upload?.abort()
    },
    resume: () => {
      state = 'going'
      goOn()
    },
    cancel: () => {
      const forget = state !== 'over'
      state = 'over'
      done()
      // The server deletes what was sent; if that fails, it is deleted within a day.
      void upload?.abort(forget).catch(() => {})
    },
  }
}

function takeUp(upload: Upload, earlier: PreviousUpload[]): void {
  const latest = earlier.toSorted((a, b) => b.creationTime.localeCompare(a.creationTime))[0]
  if (latest) upload.resumeFromPreviousUpload(latest)
}

function fingerprintOf(file: File, purpose: UploadPurpose): string {
  return ['peach', purpose, file.name, file.type, file.size, file.lastModified].join('-')
}

/** The server's message if it refused; any other failure may be tried again. */
function failureOf(error: Error | DetailedError): { message: string; retry: boolean } {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  const message = response?.getBody().trim() ?? ''
  if (status >= 400 && status < 500 && status !== 404 && message.length > 0 && message.length < 200)
    return { message, retry: status === 429 }
  return { message: NO_WAY, retry: true }
}
