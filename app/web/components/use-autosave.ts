import { useCallback, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FormAnswer } from '#app/web/form-answer.ts'
import { NOT_SAVED } from '#app/web/autosave-answers.ts'
import { isNotSent } from '#app/web/network.ts'

const IDLE_MS = 1_000
const RETRY_MS = 5_000
const LONGEST_RETRY_MS = 60_000

/** The `shouldRevalidate` of a page with autosave: an autosave changes nothing that the page shows. */
export function afterAllButAutosave({ formData }: { formData?: FormData }): boolean {
  return formData?.get('intent') !== 'save'
}

/**
 * Posts a form as a draft (`intent=save`) a second after the last key. Put `onInput` and `formRef` on the form; `answer` is the newest one:
 * its value `savedAt`, or why the draft was not stored.
 * A save that got no answer, or that the server can't take now, is tried again after 5 seconds, then 10, up to a minute. Posting the form itself cancels a pending save.
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
  const failed = useRef(0)
  useEffect(() => {
    if (!isNotSent(data) && !isNotSent(data, NOT_SAVED)) {
      failed.current = 0
      return undefined
    }
    saveIn(Math.min(RETRY_MS * 2 ** failed.current, LONGEST_RETRY_MS))
    failed.current += 1
    const online = () => saveIn(IDLE_MS)
    globalThis.addEventListener('online', online)
    return () => globalThis.removeEventListener('online', online)
  }, [data, saveIn])
  useEffect(() => stop, [stop])
  return { formRef, onInput, stop, answer: data }
}
