import { useEffect } from 'react'

/**
 * Gives videos and voice notes their controls when they are first started. Until then a page has the browser's own, and loads nothing.
 * Posts are markup that React does not render again, so this listens on the document.
 */
export function usePlayers(): void {
  useEffect(() => {
    const begin = (event: Event): void => {
      const medium = event.target
      if (!(medium instanceof HTMLMediaElement)) return
      const frame = medium.closest<HTMLElement>('[data-player]')
      if (frame) void import('./player.ts').then(({ takeOver }) => takeOver(frame, medium))
    }
    document.addEventListener('play', begin, true)
    return () => document.removeEventListener('play', begin, true)
  }, [])
}
