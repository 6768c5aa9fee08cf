import { element, iconButton } from './elements.ts'
import { clockText } from './player-texts.ts'
import { addThumbnails } from './thumbnails.ts'

const SKIP_SECONDS = 5
/** While it plays and nobody moves, the controls leave the picture free. */
const HIDE_AFTER_MS = 3_000

/** The controls of a video, over its picture: the browser's own would be drawn above the viewer's name, and know no pictures for seeking. */
export function addControls(stage: HTMLElement, video: HTMLVideoElement): void {
  const bar = element('div', 'player-bar')
  const seek = element('input', 'player-seek', { type: 'range', min: '0', step: 'any', 'aria-label': 'Position' })
  const play = iconButton('pause', 'Pause')
  const sound = iconButton('volume-2', 'Mute')
  const large = iconButton('maximize', 'Full screen')
  const time = element('span', 'player-time money')
  const row = element('div', 'player-row')
  row.append(play.button, time, sound.button, large.button)
  bar.append(seek, row)
  stage.append(bar)
  video.controls = false
  addThumbnails(stage, video, seek)

  const showTime = (): void => {
    const length = Number.isFinite(video.duration) ? video.duration : 0
    seek.max = String(length)
    if (!seek.matches(':active')) seek.value = String(video.currentTime)
    const text = `${clockText(video.currentTime)} / ${clockText(length)}`
    time.textContent = text
    seek.setAttribute('aria-valuetext', text.replace('/', 'of'))
    seek.style.setProperty('--played', `${length > 0 ? (video.currentTime / length) * 100 : 0}%`)
  }
  const showState = (): void => {
    play.show(video.paused ? 'play' : 'pause', video.paused ? 'Play' : 'Pause')
    sound.show(video.muted ? 'volume-x' : 'volume-2', video.muted ? 'Unmute' : 'Mute')
    stage.classList.toggle('player-paused', video.paused)
  }
  const toggle = (): void => void (video.paused ? video.play().catch(() => {}) : video.pause())
  const skip = (seconds: number): void => {
    video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds))
  }
  for (const event of ['timeupdate', 'durationchange', 'seeking']) video.addEventListener(event, showTime)
  for (const event of ['play', 'pause', 'volumechange', 'ended']) video.addEventListener(event, showState)
  seek.addEventListener('input', () => (video.currentTime = Number(seek.value)))
  play.button.addEventListener('click', toggle)
  sound.button.addEventListener('click', () => (video.muted = !video.muted))
  large.button.addEventListener('click', () => toggleFullScreen(stage, video))
  video.addEventListener('click', toggle)
  stage.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const onButton = event.target instanceof HTMLButtonElement
    if ((event.key === ' ' && !onButton) || event.key === 'k') toggle()
    else if (event.key === 'ArrowLeft') skip(-SKIP_SECONDS)
    else if (event.key === 'ArrowRight') skip(SKIP_SECONDS)
    else if (event.key === 'm') video.muted = !video.muted
    else if (event.key === 'f') toggleFullScreen(stage, video)
    else return
    event.preventDefault()
  })
  leaveFree(stage, video)
  showTime()
  showState()
  // The browser's own button had the focus, and is gone.
  if (document.activeElement === video) play.button.focus()
}

function leaveFree(stage: HTMLElement, video: HTMLVideoElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wake = (): void => {
    stage.classList.remove('player-quiet')
    clearTimeout(timer)
    timer = setTimeout(() => stage.classList.toggle('player-quiet', !video.paused), HIDE_AFTER_MS)
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin']) stage.addEventListener(event, wake)
  for (const event of ['play', 'pause']) video.addEventListener(event, wake)
  wake()
}

/** The stage, so that the viewer's name stays over the picture; phones of Apple allow it only to the video itself. */
function toggleFullScreen(stage: HTMLElement, video: HTMLVideoElement & { webkitEnterFullscreen?: () => void }): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (stage.requestFullscreen) stage.requestFullscreen().catch(() => {})
  else video.webkitEnterFullscreen?.()
}
