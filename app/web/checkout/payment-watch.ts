import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { secondsToNextCheck } from '#app/domain/purchases/callback-view.ts'

/** Reloads the data while the page is visible, and at once when it becomes visible again: on a phone the PIN prompt covers the browser. */
export function useRevalidation(waits: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waits) return undefined
    const began = performance.now()
    let timer: ReturnType<typeof setTimeout>
    function check() {
      if (document.visibilityState === 'visible') void revalidate()
      plan()
    }
    function plan() {
      clearTimeout(timer)
      timer = setTimeout(check, secondsToNextCheck((performance.now() - began) / 1_000) * 1_000)
    }
    plan()
    document.addEventListener('visibilitychange', check)
    window.addEventListener('online', check)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', check)
      window.removeEventListener('online', check)
    }
  }, [waits, revalidate])
}

/** Navigates after the announced seconds, unless the person has moved into the page by keyboard. */
export function useGoingOn(onward: { href: string; seconds: number } | null): void {
  const href = onward?.href
  const seconds = onward?.seconds ?? 0
  useEffect(() => {
    if (!href) return undefined
    const timer = setTimeout(() => window.location.assign(href), seconds * 1_000)
    const stay = () => clearTimeout(timer)
    document.addEventListener('keydown', stay, { once: true })
    return () => {
      stay()
      document.removeEventListener('keydown', stay)
    }
  }, [href, seconds])
}
