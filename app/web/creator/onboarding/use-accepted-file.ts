import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { FormAnswer } from '#app/web/form-answer.ts'
import type { UploadState } from '#app/web/components/use-upload.ts'

/**
 * Has the server check a file as soon as it is uploaded, so that problems show at once. `round` changes with each refusal: as the field's
 * key it resets the field.
 */
export function useAcceptedFile(fields: Record<string, string>) {
  const fetcher = useFetcher<FormAnswer>()
  const [state, setState] = useState<UploadState>({ kind: 'empty' })
  const [round, setRound] = useState(0)
  const asked = useRef('')
  const { submit, data, state: busy } = fetcher
  function onState(next: UploadState) {
    setState(next)
    if (next.kind !== 'finished' || asked.current === next.uploadId) return
    asked.current = next.uploadId
    void submit({ ...fields, intent: 'take', upload: next.uploadId }, { method: 'post' })
  }
  const problem = data?.ok === false ? data.errors.summary[0]!.message : null
  useEffect(() => {
    if (!problem) return
    setState({ kind: 'empty' })
    setRound((before) => before + 1)
    // Each response counts once, even if two files are refused with the same message.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return {
    onState,
    state,
    round,
    problem: state.kind === 'empty' ? problem : null,
    checking: busy !== 'idle',
    /** Whether script runs: without it only the form knows the chosen file. */
    live: useHydrated(),
  }
}

export type AcceptedFile = ReturnType<typeof useAcceptedFile>
