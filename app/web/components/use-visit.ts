import { useState } from 'react'

/**
 * The page's data with the tab id that it was opened with. Reloaded data (for example after an upload) comes with a new id, and a save that
 * is still running would then look like another tab's.
 */
export function useVisit<Page extends { tab: string }>(page: Page): Page {
  const [tab] = useState(page.tab)
  return { ...page, tab }
}
