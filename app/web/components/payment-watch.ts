import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { secondsToNextCheck } from '#app/domain/purchases/callback-view.ts'

/** Looks again by itself while the page is seen, at once when it is seen again: a prompt on the phone covers the browser. */
export function useRevalidation(waits: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waits) return undefined
    const began = performance.now()
    let timer: ReturnType<typeof setTimeout>
    function look() {
      if (document.visibilityState === 'visible') void revalidate()
      plan()
    }
    function plan() {
      clearTimeout(timer)
      timer = setTimeout(look, secondsToNextCheck((performance.now() - began) / 1_000) * 1_000)
    }
    plan()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', look)
    }
  }, [waits, revalidate])
}

/** Goes on after the announced seconds, unless somebody has moved into the page by keyboard meanwhile. */
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
