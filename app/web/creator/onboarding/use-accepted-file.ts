import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { UploadState } from '#app/web/components/use-upload.ts'

/** What a page answers when it was asked to take a finished upload at once. */
export type AcceptAnswer = { taken: true } | { taken: false; problem: string }

/**
 * Has the server look at a file as soon as it is sent, so that what is wrong with it is said while it is still at hand. `round` changes
 * with each refusal: as the field's key it makes room for another choice.
 */
export function useAcceptedFile(fields: Record<string, string>) {
  const fetcher = useFetcher<AcceptAnswer>()
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
  const problem = data && !data.taken ? data.problem : null
  useEffect(() => {
    if (!problem) return
    setState({ kind: 'empty' })
    setRound((before) => before + 1)
    // Each answer counts once, also where two files are refused in the same words.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return {
    onState,
    state,
    round,
    problem: state.kind === 'empty' ? problem : null,
    checking: busy !== 'idle',
    /** Script is at work: before it, a chosen file is known to the form alone. */
    live: useHydrated(),
  }
}

export type AcceptedFile = ReturnType<typeof useAcceptedFile>
