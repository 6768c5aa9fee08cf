import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { SheetData } from './sale-sheet.tsx'

// The forms are loaded with the first sheet: most visits open none.
const Sheet = lazy(async () => ({ default: (await import('./sale-sheet.tsx')).SaleSheet }))

const SOLD = /^\/(?:posts\/[0-9a-f-]{36}\/unlock|tip\/[0-9a-f-]{36})(?:\?|$)/

/**
 * Opens the links of this page to an unlock or a tip as a sheet over it, also those in markup that the browser keeps as it is. Without script
 * or network, or with another button or key, a link leads to its own page.
 */
export function SaleSheets() {
  const [wanted, setWanted] = useState<string | null>(null)
  // A fetcher for each address: no sheet ever begins with what another one has loaded.
  const { load, state, data } = useFetcher<SheetData>({ key: wanted ?? 'no sheet' })
  const { pathname, search } = useLocation()
  const open = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!href || !SOLD.test(href) || !plain || event.defaultPrevented || !navigator.onLine) return
    event.preventDefault()
    setWanted(href)
  })
  useEffect(() => {
    const listen = (event: MouseEvent) => open(event)
    document.addEventListener('click', listen)
    return () => document.removeEventListener('click', listen)
  }, [])
  useEffect(() => {
    if (wanted !== null) void load(wanted)
  }, [wanted, load])
  const offer = wanted !== null && state === 'idle' ? data : undefined
  if (!offer) return null
  return (
    <Suspense fallback={null}>
      <Sheet offer={offer} here={pathname + search} onClose={() => setWanted(null)} />
    </Suspense>
  )
}
