import { addControls } from './controls.ts'
import { element } from './elements.ts'
import { type PlayerThing, stopText, type StopReason, wayOn } from './player-texts.ts'
import { loadPlayerStyles } from './player-styles.ts'
import type { StreamPlayer } from './stream-player.ts'
import { askWhy, watch, watchAddress } from './watch.ts'
import { followWaveform } from './waveform.ts'

const known = new WeakSet<HTMLElement>()

/**
 * Takes over a video or a voice note that was just started: own controls for a video, the viewer's name over it, and the reason in words
 * when it stops. The server checks every part that is loaded; what the browser has loaded already stops here.
 */
export function takeOver(frame: HTMLElement, medium: HTMLMediaElement): void {
  if (known.has(frame)) return
  known.add(frame)
  const stage = frame.querySelector<HTMLElement>('[data-stage]') ?? frame
  const thing: PlayerThing = medium instanceof HTMLVideoElement ? 'video' : 'voice note'
  const styles = loadPlayerStyles()
  // Until they are there, the browser's own controls stay.
  if (medium instanceof HTMLVideoElement) void styles.then(() => addControls(stage, medium))
  else followWaveform(frame, medium)
  const stop = (reason: StopReason): void => {
    watching?.stop()
    watching = null
    const at = medium.currentTime
    stopped = true
    showStop(stage, medium, { reason, thing, at, player })
  }
  const begin = (): void => {
    stopped = false
    const address = watchAddress(playing())
    if (watching || !address) return
    watching = watch(address, { onMark: (text) => showMark(stage, medium, text), onStop: stop })
  }
  const pause = (): void => {
    watching?.stop()
    watching = null
  }
  let watching: { stop: () => void } | null = null
  let stopped = false
  // Until it is there, or for good where it can't be had, the browser plays the small file that comes after the stream.
  let player: StreamPlayer | null = null
  const stream = foreignStream(medium)
  const playing = (): string => (player && stream ? stream : medium.currentSrc)
  if (stream)
    void import('./stream-player.ts').then(({ playStream }) => {
      if (stopped) return
      const goesOn = !medium.paused
      player = playStream(medium, stream, (code) => void askWhy(stream, code).then(stop))
      if (player && goesOn) medium.play().catch(() => {})
    })
  for (const event of ['play', 'loadedmetadata'] as const)
    medium.addEventListener(event, () => !medium.paused && medium.currentSrc !== '' && begin())
  for (const event of ['pause', 'ended', 'emptied'] as const) medium.addEventListener(event, pause)
  // A source that can't be loaded says so itself, and its event does not rise.
  medium.addEventListener(
    'error',
    (event) => {
      const last = [...medium.querySelectorAll('source')].at(-1)
      if (player || (event.target !== medium && event.target !== last)) return
      const src = medium.currentSrc || last?.src
      if (src) void askWhy(src, medium.error?.code).then(stop)
    },
    true,
  )
  if (medium.currentSrc !== '' && !medium.paused) begin()
}

/** The address of the stream where this browser can't play it: Firefox, and Chrome before 2026. */
function foreignStream(medium: HTMLMediaElement): string | null {
  const source = medium.querySelector<HTMLSourceElement>('source[type*="mpegurl"]')
  return source && medium.canPlayType(source.type) === '' ? source.src : null
}

/** The name of the viewer and the day, from one corner to the next, so that no crop keeps the picture without it. */
function showMark(stage: HTMLElement, medium: HTMLMediaElement, text: string): void {
  if (!(medium instanceof HTMLVideoElement)) return
  const mark = stage.querySelector('.player-mark') ?? element('span', 'player-mark', { 'aria-hidden': 'true' })
  mark.textContent = text
  stage.append(mark)
}

type Stop = { reason: StopReason; thing: PlayerThing; at: number; player: StreamPlayer | null }

function showStop(stage: HTMLElement, medium: HTMLMediaElement, { reason, thing, at, player }: Stop): void {
  const way = wayOn(reason)
  const sources = [...medium.querySelectorAll('source')]
  medium.pause()
  if (way !== 'retry') {
    // What was loaded is not to be seen any more, nor the poster, which is of the same video.
    for (const source of sources) source.remove()
    player?.end()
    medium.removeAttribute('src')
    medium.removeAttribute('poster')
    medium.load()
  }
  stage.querySelector('.player-stop')?.remove()
  const notice = element('div', 'player-stop', { role: 'alert' })
  const text = element('p', '')
  text.textContent = stopText(reason, thing)
  notice.append(text)
  if (way) {
    const button = element('button', 'button button-small', { type: 'button' })
    button.textContent = way === 'reload' ? 'Reload page' : 'Try again'
    button.addEventListener('click', () => {
      if (way === 'reload') return location.reload()
      notice.remove()
      if (player) player.restart(at)
      else {
        medium.load()
        medium.addEventListener('loadedmetadata', () => (medium.currentTime = at), { once: true })
      }
      medium.play().catch(() => {})
    })
    notice.append(button)
  }
  stage.append(notice)
}
