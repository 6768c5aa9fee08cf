/** Colours the bars of a voice note up to where it plays, and lets a tap on them go there. */
export function followWaveform(frame: HTMLElement, sound: HTMLMediaElement): void {
  const wave = frame.querySelector<SVGSVGElement>('.voice-wave')
  if (!wave) return
  const bars = [...wave.querySelectorAll('rect')]
  const show = (): void => {
    const played = Number.isFinite(sound.duration) && sound.duration > 0 ? sound.currentTime / sound.duration : 0
    for (const [index, bar] of bars.entries())
      bar.classList.toggle('voice-played', (index + 0.5) / bars.length <= played)
  }
  for (const event of ['timeupdate', 'seeking', 'ended']) sound.addEventListener(event, show)
  wave.classList.add('voice-wave-live')
  wave.addEventListener('click', (event) => {
    const { left, width } = wave.getBoundingClientRect()
    if (Number.isFinite(sound.duration)) sound.currentTime = ((event.clientX - left) / width) * sound.duration
  })
}
