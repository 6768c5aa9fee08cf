import { type RefObject, useEffect } from 'react'

const FIELDS = 'input, textarea, select, [contenteditable], dialog'

/**
 * Keys for a list: j and k go to the next and the previous row, Enter opens it (it is a link), and / goes to the search. The arrows do the
 * same from a row; elsewhere they scroll. Nothing happens while somebody types, or with a modifier.
 */
export function useQueueKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(FIELDS)) return
      const box = list.current
      if (!box) return
      if (key === '/') {
        const search = box.querySelector<HTMLInputElement>('input[type=search]')
        if (!search) return
        event.preventDefault()
        search.focus()
        return
      }
      const rows = [...box.querySelectorAll<HTMLAnchorElement>('[data-queue-rows] a[href]')]
      const at = rows.indexOf(document.activeElement as HTMLAnchorElement)
      const step = stepOf(key, at >= 0)
      if (step === 0 || rows.length === 0) return
      event.preventDefault()
      const open = rows.findIndex((row) => row.closest('[aria-current]'))
      const from = at >= 0 ? at : open
      rows[from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))]!.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

function stepOf(key: string, onRow: boolean): -1 | 0 | 1 {
  if (key === 'j' || (onRow && key === 'ArrowDown')) return 1
  if (key === 'k' || (onRow && key === 'ArrowUp')) return -1
  return 0
}
