import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { useSheet } from '#app/web/use-sheet.ts'
import type { SheetData } from './sale-sheet.tsx'

// The forms are loaded with the first sheet: most visits open none.
const Sheet = lazy(async () => ({ default: (await import('./sale-sheet.tsx')).SaleSheet }))

const SOLD = /^\/(?:posts\/[0-9a-f-]{36}\/unlock|tip\/[0-9a-f-]{36})(?:\?|$)/

/**
 * Opens the links of this page to an unlock or a tip as a sheet over it, also those in markup that the browser keeps as it is. Without script
 * or network, or with another button or key, a link leads to its own page, whose address the sheet has as well.
 */
export function SaleSheets() {
  const { sheet: wanted, here, openSheet, closeSheet } = useSheet()
  const navigate = useNavigate()
  // A fetcher for each address: no sheet ever begins with what another one has loaded.
  const { load, state, data } = useFetcher<SheetData>({ key: wanted ?? 'no sheet' })
  const open = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!href || !SOLD.test(href) || !plain || event.defaultPrevented || !navigator.onLine) return
    event.preventDefault()
    openSheet(href)
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
  const isPage = offer !== undefined && !('price' in offer) && offer.form === null
  useEffect(() => {
    if (isPage && wanted !== null) void navigate(wanted, { replace: true })
  }, [isPage, wanted, navigate])
  if (!offer) return null
  return (
    <Suspense fallback={null}>
      <Sheet offer={offer} here={here} onClose={closeSheet} />
    </Suspense>
  )
}
