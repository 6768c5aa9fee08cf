import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { rememberTyped } from './typed-before.ts'

const LEFT_PLAIN = 'left-plain'

/**
 * Hydrates the page. Where its first rendering fails, the server's HTML stays, with forms and links that work without script; where it fails
 * later and nothing is left of it, the address is loaded again and left as the server writes it.
 */
export function hydratePage(page: HTMLElement, app: ReactNode): void {
  if (wasLeftPlain()) return
  // In a document without a window, so that nothing of the copy is loaded a second time.
  let served: HTMLElement | null = document.implementation.createHTMLDocument('').importNode(page, true)
  const restoreTyped = rememberTyped(page)
  const keepServed = () => {
    const copy = served
    served = null
    if (!copy) return
    queueMicrotask(() => {
      root.unmount()
      page.replaceWith(copy)
      restoreTyped(document.body)
    })
  }
  const drawn = () => {
    if (served && !restoreKept(page, served)) return keepServed()
    restoreTyped(page)
  }
  const begun = () => {
    performance.mark('hydrated')
    // Failures of the first effects come before.
    setTimeout(() => (served = null))
  }
  const root = hydrateRoot(
    page,
    <Begun drawn={drawn} then={begun}>
      {app}
    </Begun>,
    {
      onCaughtError(error) {
        console.error(error)
        keepServed()
      },
      onUncaughtError(error) {
        reportError(error)
        if (served) keepServed()
        else loadPlain(page)
      },
    },
  )
}

function Begun({ drawn, then, children }: { drawn: () => void; then: () => void; children: ReactNode }) {
  useLayoutEffect(drawn, [drawn])
  useEffect(then, [then])
  return children
}

/** Markup that only the server renders (`KeptMarkup`), put where React made its elements anew. False where it can't be found again. */
function restoreKept(page: HTMLElement, served: HTMLElement): boolean {
  const now = page.querySelectorAll('[data-kept]')
  const before = served.querySelectorAll('[data-kept]')
  if (now.length !== before.length) return false
  for (const [index, element] of now.entries())
    if (!element.firstChild) element.replaceChildren(...document.importNode(before[index]!, true).childNodes)
  return true
}

/** Whether the script failed at this address just before; the next load tries it again. */
function wasLeftPlain(): boolean {
  try {
    const path = sessionStorage.getItem(LEFT_PLAIN)
    sessionStorage.removeItem(LEFT_PLAIN)
    return path === location.pathname
  } catch {
    return false
  }
}

function loadPlain(page: HTMLElement): void {
  // For as long as the load takes, and where the browser keeps nothing: then it would fail and load again without an end.
  const again = Object.assign(document.createElement('a'), { href: '', textContent: 'Load the page again' })
  page.replaceChildren(again)
  try {
    sessionStorage.setItem(LEFT_PLAIN, location.pathname)
    location.replace(location.pathname + location.search)
  } catch {
    // The link is left.
  }
}
