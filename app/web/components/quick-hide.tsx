import { useEffect, type MouseEvent } from 'react'
import { to } from '#app/links.ts'
import { IconLink } from '#app/ui/button.tsx'

const LEAVE = `${to.quickHide}?leave=1`
const DOUBLE_MS = 600
const COVERED = 'covered'

/** Covers the page at once and replaces it in the history with a harmless page. */
function hide(): void {
  document.documentElement.classList.add(COVERED)
  document.title = 'Page'
  window.location.replace(LEAVE)
}

/** The button in the header. With script two Escapes, or two taps on the bar at the top, do the same. */
export function QuickHide() {
  useEffect(() => {
    const twice = () => {
      let last = Number.NEGATIVE_INFINITY
      return (at: number) => {
        const second = at - last < DOUBLE_MS
        last = at
        return second
      }
    }
    const escapedTwice = twice()
    const tappedTwice = twice()
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.repeat && escapedTwice(event.timeStamp)) hide()
    }
    const tap = (event: globalThis.MouseEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('.header') && !target.closest('a, button, summary, details') && tappedTwice(event.timeStamp))
        hide()
    }
    // A page in the back-forward cache stays covered and asks the server before it is shown again.
    const leave = () => document.documentElement.classList.add(COVERED)
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('keydown', press, true)
    window.addEventListener('click', tap)
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('keydown', press, true)
      window.removeEventListener('click', tap)
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])
  function click(event: MouseEvent) {
    event.preventDefault()
    hide()
  }
  return <IconLink icon="eye-off" label="Hide now" href={LEAVE} rel="noreferrer nofollow" onClick={click} />
}
