type VoiceNoteProps = { voice: { src: string; duration: string; size: string; waveform: number[] } }

const BAR = 4

/** A voice note: waveform, length, file size and the browser's own player. Nothing is loaded before it is played. */
export function VoiceNote({ voice }: VoiceNoteProps) {
  const width = voice.waveform.length * BAR
  return (
    <div className="voice-note" data-player>
      <svg className="voice-wave" viewBox={`0 0 ${width} 40`} preserveAspectRatio="none" aria-hidden="true">
        {voice.waveform.map((level, index) => {
          const height = Math.max(3, Math.round((level / 100) * 38))
          return <rect key={index} x={index * BAR + 0.75} y={(40 - height) / 2} width="2.5" height={height} rx="1.25" />
        })}
      </svg>
      <audio controls preload="none" src={voice.src} aria-label={`Voice note, ${voice.duration}`} />
      <p className="text-caption money" translate="no">{`${voice.duration} · Play, ${voice.size}`}</p>
    </div>
  )
}
