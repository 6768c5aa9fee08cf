import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '#app/domain/posts/post.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { FileButton } from '#app/ui/file-button.tsx'
import { ACCEPTED } from '#app/web/components/upload-field.tsx'

/** As long as a voice note may be, unless the owner has set another limit: the server has the last word. */
const LONGEST_SECONDS = 15 * 60

type RecorderProps = {
  onFile: (file: File) => void
  /** The page has a button of its own for a file that was recorded before. */
  recordOnly?: boolean
}

/** Records a voice note where the browser can, and takes one that was recorded before. */
export function VoiceRecorder({ onFile, recordOnly = false }: RecorderProps) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const recorder = useRef<MediaRecorder | null>(null)
  const recording = seconds !== null
  useEffect(() => () => recorder.current?.stream.getTracks().forEach((track) => track.stop()), [])
  useEffect(() => {
    if (!recording) return undefined
    const timer = setInterval(() => setSeconds((before) => (before ?? 0) + 1), 1_000)
    return () => clearInterval(timer)
  }, [recording])
  useEffect(() => {
    if (seconds !== null && seconds >= LONGEST_SECONDS) recorder.current?.stop()
  }, [seconds])

  async function start() {
    setProblem(null)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const made = new MediaRecorder(stream)
      const parts: Blob[] = []
      made.addEventListener('dataavailable', (event) => parts.push(event.data))
      made.addEventListener('stop', () => {
        stream.getTracks().forEach((track) => track.stop())
        setSeconds(null)
        // As it was recorded: the server reads what browsers record, in a tenth of the bytes of a WAV.
        const type = made.mimeType.split(';')[0]!
        const file = new File(parts, `voice-note.${type.endsWith('mp4') ? 'm4a' : 'webm'}`, { type })
        if (file.size > 0) onFile(file)
        else setProblem('Nothing was recorded. Record it again.')
      })
      recorder.current = made
      made.start()
      setSeconds(0)
    } catch {
      setProblem('The microphone can\u2019t be used. Allow it in your browser, or choose a recording.')
    }
  }

  if (recording)
    return (
      <Button type="button" icon="mic" onClick={() => recorder.current?.stop()}>
        {`Stop, ${formatDuration(seconds * 1_000)}`}
      </Button>
    )
  const canRecord = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined
  return (
    <>
      {canRecord && (
        <Button type="button" icon="mic" onClick={() => void start()}>
          Record voice
        </Button>
      )}
      {recordOnly ? (
        problem && <FieldError id="recorder">{problem}</FieldError>
      ) : (
        <FileButton
          name="voice"
          sent={false}
          label="Add voice"
          icon="mic"
          accept={ACCEPTED.voice}
          error={problem}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) onFile(file)
            event.target.value = ''
          }}
        />
      )}
    </>
  )
}
