import { Hls } from 'hls.js/light'

/** Plays the playlists of a video in a browser that can't by itself. */
export type StreamPlayer = { restart: (at: number) => void; end: () => void }

/**
 * Begins where the medium is now; null where this browser can't be helped. `onFail` is told the code of a MediaError once it can't go on.
 */
export function playStream(medium: HTMLMediaElement, src: string, onFail: (code: number) => void): StreamPlayer | null {
  if (!Hls.isSupported()) return null
  let hls = begin(medium, src, { at: medium.currentTime, onFail })
  return {
    restart: (at) => {
      hls.destroy()
      hls = begin(medium, src, { at, onFail })
    },
    end: () => hls.destroy(),
  }
}

function begin(
  medium: HTMLMediaElement,
  src: string,
  { at, onFail }: { at: number; onFail: (code: number) => void },
): Hls {
  const hls = new Hls({
    // A worker would be a script made in the browser, which Trusted Types refuse.
    enableWorker: false,
    startPosition: at,
    // No more lines than the picture has on the screen, and no more seconds in advance than a minute: fans pay for their data.
    capLevelToPlayerSize: true,
    maxMaxBufferLength: 60,
  })
  let repaired = false
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR && !repaired) {
      repaired = true
      hls.recoverMediaError()
      return
    }
    hls.stopLoad()
    onFail(type === Hls.ErrorTypes.NETWORK_ERROR ? MediaError.MEDIA_ERR_NETWORK : MediaError.MEDIA_ERR_DECODE)
  })
  hls.loadSource(src)
  hls.attachMedia(medium)
  return hls
}
