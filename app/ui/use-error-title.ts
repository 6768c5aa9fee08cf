import { useEffect } from 'react'

const PREFIX = 'Error: '

/** While the page has an error, its title starts with "Error: ", which screen readers read first. */
export function useErrorTitle(wrong: boolean): void {
  // Runs on every render, so that the prefix goes away with the last of several errors.
  useEffect(() => {
    if (!wrong) return undefined
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  })
}
