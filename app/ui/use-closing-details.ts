import { useEffect, useRef, type RefObject } from 'react'

/** Lets Esc and a press outside close a `details` element. Without script only its summary closes it. */
export function useClosingDetails(): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (!element) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) element.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const stop = () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
    const toggle = () => {
      stop()
      if (!element.open) return
      document.addEventListener('pointerdown', closeOutside)
      document.addEventListener('keydown', closeOnEscape)
    }
    toggle()
    element.addEventListener('toggle', toggle)
    return () => {
      stop()
      element.removeEventListener('toggle', toggle)
    }
  }, [])
  return details
}
