import { useLocation, useNavigate } from 'react-router'

/** In the router's own location, never in the bar of the browser: there stands the address of the sheet. */
const SHEET = 'sheet'

type Opened = { sheet: string }

/**
 * A sheet over a page, opened by script at the address that its link leads to without script: Back closes it and stays on the page, a reload
 * or a shared link opens that address by itself. `here` is the address of the page without the sheet.
 */
export function useSheet(): {
  sheet: string | null
  here: string
  openSheet: (href: string) => void
  closeSheet: () => void
} {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isOpen = new URLSearchParams(search).has(SHEET)
  return {
    sheet: isOpen ? ((state as Opened | null)?.sheet ?? null) : null,
    here: pathname + withoutSheet(search),
    openSheet: (href) => {
      const params = new URLSearchParams(search)
      params.set(SHEET, '')
      const opened: Opened = { sheet: href }
      void navigate({ pathname, search: `?${params}`, hash }, { state: opened, mask: href, preventScrollReset: true })
    },
    closeSheet: () => void navigate(-1),
  }
}

/** The `shouldRevalidate` of a page with sheets: what it shows does not change when one is opened or closed. */
export function afterAllButSheets({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  formMethod?: string
  defaultShouldRevalidate: boolean
}): boolean {
  const isSame =
    currentUrl.pathname === nextUrl.pathname && withoutSheet(currentUrl.search) === withoutSheet(nextUrl.search)
  return isSame && currentUrl.search !== nextUrl.search && formMethod === undefined ? false : defaultShouldRevalidate
}

function withoutSheet(search: string): string {
  const params = new URLSearchParams(search)
  if (!params.has(SHEET)) return search
  params.delete(SHEET)
  return params.size > 0 ? `?${params}` : ''
}
