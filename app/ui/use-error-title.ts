import { useEffect } from 'react'

const PREFIX = 'Error: '

/** While something on the page is wrong, its title says so first: it is what a screen reader reads first. */
export function useErrorTitle(wrong: boolean): void {
  // At every turn, so that of several mistakes the last one that goes takes the word along.
  useEffect(() => {
    if (!wrong) return undefined
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length)
    }
  })
}
