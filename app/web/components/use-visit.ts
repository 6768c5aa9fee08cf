import { useState } from 'react'

/**
 * A page's data under the tab that it was opened with. Asked for again (after a file was sent, say), it comes with a new one; a save that
 * is still on its way would then count as somebody else's.
 */
export function useVisit<Page extends { tab: string }>(page: Page): Page {
  const [tab] = useState(page.tab)
  return { ...page, tab }
}
