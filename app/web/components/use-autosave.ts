import { useCallback, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { isNotSent } from '#app/web/network.ts'

const IDLE_MS = 1_000
const RETRY_MS = 5_000

/** The `shouldRevalidate` of a page with autosave: an autosave changes nothing that the page shows. */
export function afterAllButAutosave({ formData }: { formData?: FormData }): boolean {
  return formData?.get('intent') !== 'save'
}

/**
 * Posts a form as a draft (`intent=save`) a second after the last key. Put `onInput` and `formRef` on the form; `answer` is the newest one:
 * its value `savedAt`, or why the draft was not stored.
 * A save that got no answer is tried again. Posting the form itself cancels a pending save.
 */
export function useAutosave() {
  const fetcher = useFetcher<FormAnswer>()
  const formRef = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const { submit } = fetcher
  const stop = useCallback(() => clearTimeout(timer.current), [])
  const saveIn = useCallback(
    (ms: number) => {
      stop()
      timer.current = setTimeout(() => {
        if (!formRef.current) return
        const typed = new FormData(formRef.current)
        typed.set('intent', 'save')
        void submit(typed, { method: 'post' })
      }, ms)
    },
    [stop, submit],
  )
  const onInput = useCallback(() => saveIn(IDLE_MS), [saveIn])
  const { data } = fetcher
  useEffect(() => {
    if (!isNotSent(data)) return undefined
    saveIn(RETRY_MS)
    const online = () => saveIn(IDLE_MS)
    globalThis.addEventListener('online', online)
    return () => globalThis.removeEventListener('online', online)
  }, [data, saveIn])
  useEffect(() => stop, [stop])
  return { formRef, onInput, stop, answer: data }
}
