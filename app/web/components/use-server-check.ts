import { type RefObject, useEffect, useState } from 'react'

/** Judges a form as it stands, at each `look` and once by itself: what was typed or filled in before the script came counts as well. */
export function useServerCheck<Judgement extends object>(
  form: RefObject<HTMLFormElement | null>,
  open: Judgement,
  judge: (typed: FormData) => Judgement,
) {
  const [decision, setAnswer] = useState(open)
  const look = () => {
    if (form.current) setAnswer(judge(new FormData(form.current)))
  }
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return { ...decision, look }
}
