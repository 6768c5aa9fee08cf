import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const LOOK_AGAIN_MS = 2_000

/** Looks again what became of files that are being prepared, while the page is seen. */
export function useLookAgain(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}
