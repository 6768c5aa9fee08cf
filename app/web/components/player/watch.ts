import { reasonOfStatus, type StopReason } from './player-texts.ts'

type Told = { onMark: (text: string) => void; onStop: (reason: StopReason) => void }

const RETRY_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/** The address beside a medium's own that tells whether it may go on; null for what everybody may see, which has no key. */
export function watchAddress(src: string): string | null {
  const url = new URL(src, location.href)
  if (!url.searchParams.has('k')) return null
  url.pathname = url.pathname.replace(/[^/]+$/, 'watch')
  return url.href
}

/** Asks the server, as long as something plays, whether it may go on. A lost connection is no answer: then it asks again. */
export function watch(address: string, { onMark, onStop }: Told): { stop: () => void } {
  const ending = new AbortController()
  const go = async (): Promise<void> => {
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      try {
        const answer = await fetch(address, { signal: ending.signal })
        const reason = reasonOfStatus(answer.status)
        // Too many players at once: this one goes on without, its parts are checked all the same.
        if (reason === 'limit') return
        if (reason && reason !== 'lost') return onStop(reason)
        if (answer.body) tries = (await follow(answer.body, { onMark, onStop })) ? -1 : tries
      } catch {
        // Tried again below.
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.max(0, Math.min(tries, RETRY_MS.length - 1))]))
    }
  }
  void go()
  return { stop: () => ending.abort() }
}

/** Returns whether anything was said. */
async function follow(body: ReadableStream<Uint8Array>, { onMark, onStop }: Told): Promise<boolean> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let [rest, heard] = ['', false]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return heard
    const lines = (rest + value).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      if (line === '') continue
      heard = true
      const said = JSON.parse(line) as { mark?: string; ended?: StopReason }
      if (said.mark) onMark(said.mark)
      if (said.ended) onStop(said.ended)
    }
  }
}

/** Why something can't be played: the server says, or nobody answers. */
export async function askWhy(src: string, code: number | undefined): Promise<StopReason> {
  try {
    const answer = await fetch(src, { method: 'HEAD' })
    return reasonOfStatus(answer.status) ?? (code === MediaError.MEDIA_ERR_NETWORK ? 'lost' : 'unplayable')
  } catch {
    return 'lost'
  }
}
