import type { BrowserContext } from '@playwright/test'

/** What a person did by hand: presses on buttons, links and choices, fields that were typed in (a date is one), and files that were chosen. */
export type Walk = { taps: number; typed: Set<string>; files: Set<string> }

/** Counts what is done on the pages of a context that belong to the product, from now on. */
export async function countWalk(context: BrowserContext, origin: string): Promise<Walk> {
  const walk: Walk = { taps: 0, typed: new Set(), files: new Set() }
  await context.exposeFunction('countedByHand', (kind: string, field: string) => {
    if (kind === 'tap') walk.taps += 1
    else walk[kind === 'file' ? 'files' : 'typed'].add(field)
  })
  await context.addInitScript((own: string) => {
    if (location.origin !== own) return
    const counted = (kind: string, field = '') =>
      (window as unknown as { countedByHand: (kind: string, field: string) => void }).countedByHand(kind, field)
    let last = -1_000
    document.addEventListener(
      'click',
      (event) => {
        const pressed =
          event.target instanceof Element ? event.target.closest('a, button, label, input, summary') : null
        // A label passes its press on to its field.
        if (!event.isTrusted || !pressed || event.timeStamp - last < 30) return
        if (pressed.matches('input:not([type=radio], [type=checkbox])')) return
        last = event.timeStamp
        counted('tap')
      },
      true,
    )
    document.addEventListener(
      'input',
      (event) => {
        const field = event.target
        if (
          !(
            field instanceof HTMLInputElement ||
            field instanceof HTMLTextAreaElement ||
            field instanceof HTMLSelectElement
          )
        )
          return
        if (field.matches('[type=radio], [type=checkbox]')) return
        const group = field.closest('fieldset')
        const isDate = group?.querySelector('[name$=year], [name$=-year], [name=year]') != null
        const name = `${location.pathname} ${isDate ? 'date' : field.name || field.id}`
        counted(field.type === 'file' ? 'file' : 'typed', name)
      },
      true,
    )
  }, origin)
  return walk
}
