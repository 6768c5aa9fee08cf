import { createContext, useContext } from 'react'

/** The pages that visitors open first. Each has a sheet of its name beside this file with all that its first view is drawn with. */
export type FirstViewPage = 'landing' | 'legal' | 'feed' | 'profile' | 'subscribe'

/**
 * The sheet that the document carries inside, so that it is painted before any other file arrives; null where sheets are linked. The browser
 * reads it from the document, so that no script contains it.
 */
export const FirstView = createContext<{ page: FirstViewPage; styles: string } | null>(null)

/** The sheet of a page alone, linked where the document doesn't carry it inside. */
export function PageSheet({ page, href }: { page: FirstViewPage; href: string }) {
  return useContext(FirstView)?.page !== page && <link rel="stylesheet" href={href} />
}

/** What the server inlined into this document. */
export function readFirstView(): { page: FirstViewPage; styles: string } | null {
  const sheet = document.querySelector<HTMLStyleElement>('style[data-page]')
  return sheet && { page: sheet.dataset.page as FirstViewPage, styles: sheet.textContent }
}
