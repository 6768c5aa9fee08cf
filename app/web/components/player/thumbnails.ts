import { element } from './elements.ts'
import { clockText, readThumbnails, type Thumbnail } from './player-texts.ts'

/** Shows where a touch of the slider would lead: a small picture and the time. Loaded with the first touch; without them in data saving. */
export function addThumbnails(stage: HTMLElement, video: HTMLVideoElement, seek: HTMLInputElement): void {
  const preview = element('div', 'player-preview', { 'aria-hidden': 'true', hidden: '' })
  const picture = element('div', 'player-thumbnail')
  const time = element('span', 'money')
  preview.append(picture, time)
  stage.append(preview)
  let pictures: Thumbnail[] | null = null
  let share = 0
  const load = async (): Promise<void> => {
    if (pictures || savesData()) return
    pictures = []
    const address = new URL(video.querySelector('source')?.src || video.currentSrc, location.href)
    // Where only the beginning of a video is free, its thumbnails are locked.
    if (address.pathname.endsWith('/free.mp4')) return
    address.pathname = address.pathname.replace(/[^/]+$/, 'thumbnails.vtt')
    const answer = await fetch(address).catch(() => null)
    if (!answer?.ok) return
    pictures = readThumbnails(await answer.text())
    if (!preview.hidden) draw()
  }
  const draw = (): void => {
    const length = Number.isFinite(video.duration) ? video.duration : 0
    const at = share * length
    const one = pictures?.find(({ from, to }) => from <= at && at < to)
    picture.hidden = !one
    if (one) {
      picture.style.width = `${one.width}px`
      picture.style.height = `${one.height}px`
      picture.style.backgroundImage = `url("${one.src}")`
      picture.style.backgroundPosition = `-${one.x}px -${one.y}px`
    }
    time.textContent = clockText(at)
    preview.hidden = length === 0
    const half = preview.offsetWidth / 2
    const left = seek.offsetLeft + share * seek.offsetWidth
    preview.style.left = `${Math.max(half, Math.min(stage.clientWidth - half, left))}px`
  }
  const show = (event: PointerEvent): void => {
    void load()
    const box = seek.getBoundingClientRect()
    share = Math.max(0, Math.min(1, (event.clientX - box.left) / Math.max(1, box.width)))
    draw()
  }
  const hide = (): void => void (preview.hidden = true)
  seek.addEventListener('pointermove', show)
  seek.addEventListener('pointerdown', show)
  for (const event of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) seek.addEventListener(event, hide)
}

function savesData(): boolean {
  return 'saveData' in document.documentElement.dataset
}
