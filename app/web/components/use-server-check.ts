import { type RefObject, useEffect, useState } from 'react'

/** Validates a form at each `check` call and once on load, so that text typed or filled in before script loaded counts too. */
export function useServerCheck<Result extends object>(
  form: RefObject<HTMLFormElement | null>,
  open: Result,
  validate: (typed: FormData) => Result,
) {
  const [decision, setAnswer] = useState(open)
  const check = () => {
    if (form.current) setAnswer(validate(new FormData(form.current)))
  }
  useEffect(() => {
    const frame = requestAnimationFrame(check)
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { ...decision, check }
}
